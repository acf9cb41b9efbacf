//! A tree turned round: what called a function, or what slices of a name lie in, wherever that was.
//!
//! Below the name stand its callers, and below those theirs. Where a call lies in one of the same name, only the
//! outermost of them counts, so that nothing counts twice.

use super::{CallName, CallTree, Merged, SampleTree, SliceTree, arranged};
use crate::base::intern::StrId;
use crate::model::trace::Trace;
use crate::query::profile::Function;
use crate::query::slices::folded;

impl<N: CallName, I: Copy> CallTree<N, I> {
    /// Returns the tree of what called all that has the name of a call; nothing if nothing called it. Its rows
    /// stand for calls of this tree that have their names, and lead where the heaviest of their calls does.
    ///
    /// `total` and `count` of a row are what the outermost calls of the name take that were called so, `own` is
    /// what all of the name take themselves in there. What came too late to be told apart is left out, and the
    /// tree is not whole then.
    ///
    /// Cost: the number of calls, and the depths of those that have the name.
    #[must_use]
    pub fn callers(&self, node: u32) -> Self {
        let name = self.names.get(node as usize).copied().flatten();
        let Some(name) = name else {
            return Self::default();
        };
        let mut merged = Merged::default();
        // For each row the call of this tree that it stands for, and how heavy the heaviest of its calls is.
        let mut rows: Vec<(u32, i64)> = Vec::new();
        for (outermost, own) in self.outermost_of(name) {
            let called = &self.calls[outermost as usize];
            let (mut above, mut below) = (Some(outermost), None);
            while let Some(at) = above {
                let of = &self.calls[at as usize];
                let key = self.names[at as usize];
                let row = merged.enter(below, key, || (of.name.clone(), called.example));
                rows.resize(merged.calls.len(), (at, i64::MIN));
                let into = merged.call(row);
                into.name.join(&of.name);
                into.total = into.total.saturating_add(called.total);
                into.own = into.own.saturating_add(own);
                into.count += called.count;
                into.n_unfinished += called.n_unfinished;
                let heaviest = &mut rows[row as usize].1;
                if called.weight > *heaviest {
                    *heaviest = called.weight;
                    into.example = called.example;
                }
                // What comes too late to be told apart is one with all that called it.
                if into.n_rare > 0 {
                    break;
                }
                (above, below) = (of.parent, Some(row));
            }
        }
        let mut tree = arranged(merged, self.levels);
        tree.is_whole &= self.is_whole;
        for row in &mut tree.rows {
            let call = row.node.and_then(|node| rows.get(node as usize));
            row.node = call.map(|&(call, _)| call);
        }
        tree
    }

    /// Returns the calls that have a name and do not lie in another with it, each with what all that have the
    /// name take themselves in it.
    fn outermost_of(&self, name: u32) -> Vec<(u32, i64)> {
        let mut found: Vec<(u32, i64)> = Vec::new();
        // For each call which of those it is or lies in. Callers come before their callees.
        let mut around: Vec<Option<usize>> = Vec::with_capacity(self.calls.len());
        for (node, (call, of)) in (0..).zip(self.calls.iter().zip(&self.names)) {
            let mut outermost = call.parent.and_then(|parent| around[parent as usize]);
            if *of == Some(name) {
                let at = *outermost.get_or_insert(found.len());
                if at == found.len() {
                    found.push((node, 0));
                }
                let own = &mut found[at].1;
                *own = own.saturating_add(call.own);
            }
            around.push(outermost);
        }
        found
    }

    /// Returns the first call with each name.
    fn first_of_names(&self) -> impl Iterator<Item = u32> {
        let mut n_known = 0;
        let is_new = move |&(_, name): &(u32, &Option<u32>)| {
            // Names have their numbers in the order of calls.
            let is_new = *name == Some(n_known);
            n_known += u32::from(is_new);
            is_new
        };
        (0..).zip(&self.names).filter(is_new).map(|(node, _)| node)
    }
}

impl SliceTree {
    /// Returns a call with the name of some slices, whatever the numbers in that.
    pub fn node_named(&self, trace: &Trace, name: Option<StrId>) -> Option<u32> {
        let label = |name: StrId| folded(&trace.text(name));
        let wanted = name.map(label);
        let is_named = |&node: &u32| self.calls[node as usize].name.name.map(label) == wanted;
        self.first_of_names().find(is_named)
    }
}

impl SampleTree {
    /// Returns a call of a function.
    pub fn node_of(&self, function: Function) -> Option<u32> {
        let is_of = |&node: &u32| self.calls[node as usize].name == function;
        self.first_of_names().find(is_of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;
    use crate::query::call_tree::tests::{expected, rows, trace_of, tree_of};

    fn name_of(trace: &Trace, name: &str) -> Option<StrId> {
        let mut names = trace.slices.ids().map(|id| trace.slices.name(id));
        let is_it = |of: &Option<StrId>| of.map_or("".into(), |of| trace.text(of)) == name;
        names.find(is_it).expect("such a slice")
    }

    #[test]
    fn callers_stand_below_what_they_called() {
        let trace = trace_of(&[&[
            (0, 100, "main"),
            (0, 60, "layout"),
            (10, 20, "text 1"),
            (40, 10, "draw"),
            (41, 5, "text 2"),
            (70, 30, "draw"),
            (75, 20, "text 3"),
            (80, 5, "glyph"),
            (200, 50, "text 4"),
        ]]);
        let all = tree_of(&trace, (0, 1000));
        let text = name_of(&trace, "text 2");
        let node = all.node_named(&trace, text).expect("in the tree");
        let callers = all.callers(node);
        assert_eq!(
            rows(&trace, &callers.rows),
            expected(&[
                // 95 in all, of which 5 are another's.
                ("text #", 0, 0, 95, 90, 4),
                ("draw", 1, 0, 25, 20, 2),
                ("main", 2, 0, 20, 15, 1),
                ("layout", 2, 20, 5, 5, 1),
                ("main", 3, 20, 5, 5, 1),
                ("layout", 1, 25, 20, 20, 1),
                ("main", 2, 25, 20, 20, 1),
            ])
        );
        // A row stands for a call of the tree, of which callers can be asked in turn, and leads to a slice of the
        // name, the longest of those that were called so.
        let [_, draw, main, ..] = &callers.rows[..] else {
            panic!("{:?}", callers.rows);
        };
        let of_draw = all.callers(draw.node.expect("one call"));
        assert_eq!(rows(&trace, &of_draw.rows)[0].0, "draw");
        assert_eq!(of_draw.rows[0].total, 40);
        assert_eq!(trace.slices.ts(main.example).ns(), 75);
        // Nothing called this.
        let main = all.node_named(&trace, name_of(&trace, "main"));
        assert_eq!(all.callers(main.expect("in the tree")).rows, []);
        assert_eq!(all.callers(1000).rows, []);
    }

    #[test]
    fn what_lies_in_its_like_counts_once() {
        let trace = trace_of(&[&[
            (0, 100, "main"),
            (0, 50, "walk"),
            (10, 30, "visit"),
            (20, 10, "walk"),
            (60, 20, "walk"),
        ]]);
        let all = tree_of(&trace, (0, 1000));
        let walk = name_of(&trace, "walk");
        let callers = all.callers(all.node_named(&trace, walk).expect("in the tree"));
        // 70, not 80: the inner one is a part of the outer. But it is the same name that ran there.
        assert_eq!(
            rows(&trace, &callers.rows),
            expected(&[("walk", 0, 0, 70, 50, 2), ("main", 1, 0, 70, 50, 2)])
        );
    }

    #[test]
    fn callers_beyond_those_that_are_told_apart_are_added_up() {
        // So many functions at the end of a deep stack, all of which call one, that their callers have more
        // stacks than there is room for.
        let names: Vec<String> = (0..200).map(|at| format!("c{}", "x".repeat(at))).collect();
        let parents: Vec<String> = (0..1000).map(|at| format!("p{}", "y".repeat(at))).collect();
        let mut slices: Vec<(i64, i64, &str)> = Vec::new();
        slices.extend(names.iter().map(|name| (0, 100_000, name.as_str())));
        for (parent, at) in parents.iter().zip(0..) {
            slices.extend([(at * 10, 10, parent.as_str()), (at * 10, 4, "hot")]);
        }
        let trace = trace_of(&[&slices]);
        let all = tree_of(&trace, (0, 100_000));
        assert!(all.is_whole);
        let hot = all.node_named(&trace, name_of(&trace, "hot"));
        let callers = all.callers(hot.expect("in the tree"));
        assert!(!callers.is_whole);
        let of_hot = callers.rows.iter().filter(|row| row.parent == Some(0));
        let sums = of_hot.fold((0, 0), |sum, row| (sum.0 + row.total, sum.1 + row.count));
        assert_eq!(sums, (4000, 1000));
    }

    #[test]
    fn slices_without_names_have_callers_too() {
        let mut b = TraceBuilder::new();
        let app = b.process(1, "app");
        let thread = b.thread(app, 1, "t");
        let track = b.slice_track(Scope::Thread(thread), None);
        b.nested_slices(track, &[(0, 10, "outer"), (2, 5, "")]);
        let trace = b.finish();
        let all = tree_of(&trace, (0, 100));
        let inner = name_of(&trace, "");
        let node = all.node_named(&trace, inner).expect("in the tree");
        assert_eq!(all.callers(node).rows.len(), 2);
    }
}
