//! Tests of tables whose code panics, at each place that SQLite calls. A panic that got into SQLite would end
//! the process of the tests. The calls that SQLite still makes after an error, to close the scan, must work.

use super::*;
use crate::sql::table::Plan;

/// The call in which a table panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Ddl,
    Plan,
    Open,
    Advance,
    /// In `done`, once the scan is at this row.
    Done(i64),
    Cell,
    Id,
    Never,
}

struct Broken(At);

struct BrokenRows(At, i64);

impl Provider for Broken {
    fn ddl(&self) -> String {
        assert_ne!(self.0, At::Ddl);
        String::from("CREATE TABLE broken(a)")
    }

    fn plan(&self, _constraints: &[Constraint], _order: &[Order], _used: u64) -> Option<Plan> {
        assert_ne!(self.0, At::Plan);
        Some(Plan {
            code: 0,
            args: Vec::new(),
            cost: 1.0,
            rows: 3,
            ordered: false,
            scan: Scan::Many,
        })
    }

    fn open(self: Arc<Self>, _code: i32, _args: &[Value]) -> Result<Box<dyn Rows>> {
        assert_ne!(self.0, At::Open);
        Ok(Box::new(BrokenRows(self.0, 0)))
    }
}

impl Rows for BrokenRows {
    fn done(&self) -> bool {
        assert_ne!(self.0, At::Done(self.1));
        self.1 == 3
    }

    fn advance(&mut self) -> Result<()> {
        assert_ne!(self.0, At::Advance);
        self.1 += 1;
        Ok(())
    }

    fn cell(&self, _column: usize) -> Cell<'_> {
        assert_ne!(self.0, At::Cell);
        Cell::Int(self.1)
    }

    fn id(&self) -> i64 {
        assert_ne!(self.0, At::Id);
        self.1
    }
}

#[test]
fn a_table_that_panics_fails_its_statement_alone() {
    let connection = Connection::open_in_memory().unwrap();
    let all = |at: At| -> Result<Vec<(i64, i64)>> {
        register(&connection, "broken", Arc::new(Broken(at)))?;
        let mut statement = connection.prepare("SELECT rowid, a FROM broken")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect()
    };
    let places = [
        At::Ddl,
        At::Plan,
        At::Open,
        At::Advance,
        At::Done(0),
        At::Done(2),
        At::Cell,
        At::Id,
    ];
    for at in places {
        let error = all(at).unwrap_err().to_string();
        assert!(error.contains("a bug of perfetty"), "{at:?}: {error}");
        let two: i64 = connection
            .query_row("SELECT 2", [], |row| row.get(0))
            .unwrap();
        assert_eq!(two, 2);
    }
    assert_eq!(all(At::Never), Ok(vec![(0, 0), (1, 1), (2, 2)]));
}
