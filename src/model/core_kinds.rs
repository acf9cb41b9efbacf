//! Which CPUs have little, medium or big cores.
//!
//! They are told apart by their clusters, which the trace numbers by capacity, as in Perfetto's module
//! `android.cpu.cluster_type`; but those of each machine on their own, and only where the cluster of each is known.

use std::collections::BTreeMap;

use super::device::CpuRow;
use super::sched::machine_and_cpu;

/// The kinds of cores of all CPUs of which the trace tells them.
#[derive(Clone, Debug, Default)]
pub struct CoreKinds {
    by_cpu: BTreeMap<u32, &'static str>,
}

impl CoreKinds {
    /// Finds them. O(n log n) in the number of CPUs.
    pub(super) fn new(cpus: &[CpuRow]) -> Self {
        let mut machines: BTreeMap<u32, Vec<&CpuRow>> = BTreeMap::new();
        for cpu in cpus {
            machines
                .entry(machine_and_cpu(cpu.cpu).0)
                .or_default()
                .push(cpu);
        }
        let mut by_cpu = BTreeMap::new();
        for cpus in machines.values() {
            let clusters: Option<Vec<i64>> = cpus.iter().map(|cpu| cpu.cluster_id).collect();
            let Some(mut clusters) = clusters else {
                continue;
            };
            clusters.sort_unstable();
            clusters.dedup();
            // More kinds than these have no names.
            if !(2..=4).contains(&clusters.len()) {
                continue;
            }
            for cpu in cpus {
                let kind = match cpu.cluster_id {
                    id if id == clusters.first().copied() => "little",
                    id if id == clusters.last().copied() => "big",
                    _ => "medium",
                };
                by_cpu.insert(cpu.cpu, kind);
            }
        }
        Self { by_cpu }
    }

    /// Returns the kind of a CPU's core: `little`, `medium` or `big`. `None` if the trace does not tell, or if all of
    /// its machine are alike.
    pub fn of(&self, cpu: u32) -> Option<&'static str> {
        self.by_cpu.get(&cpu).copied()
    }

    /// Returns a CPU's name with the kind of its core behind it, where that is known: `CPU 4 big`.
    pub fn named(&self, name: String, cpu: u32) -> String {
        match self.of(cpu) {
            Some(kind) => format!("{name} {kind}"),
            None => name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sched::first_cpu;
    use super::*;

    #[test]
    fn kinds_are_known_only_where_cores_differ_and_each_has_a_cluster() {
        let kinds = |clusters: &[(u32, Option<i64>)]| {
            let cpus: Vec<CpuRow> = clusters
                .iter()
                .map(|&(cpu, cluster_id)| CpuRow {
                    cpu,
                    cluster_id,
                    ..CpuRow::default()
                })
                .collect();
            let kinds = CoreKinds::new(&cpus);
            cpus.iter()
                .map(|cpu| kinds.of(cpu.cpu).unwrap_or("-"))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let (a, b, c) = (Some(0), Some(1), Some(2));
        assert_eq!(kinds(&[(0, a), (1, b)]), "little big");
        assert_eq!(kinds(&[(0, a), (1, b), (2, c)]), "little medium big");
        assert_eq!(kinds(&[(0, a), (1, a)]), "- -");
        assert_eq!(kinds(&[(0, a), (1, b), (2, None)]), "- - -");
        let five: Vec<_> = (0..5).map(|cpu| (cpu, Some(i64::from(cpu)))).collect();
        assert_eq!(kinds(&five), "- - - - -");
        // What is not known of one machine hides nothing of another.
        let other = first_cpu(1);
        assert_eq!(kinds(&[(0, a), (1, b), (other, None)]), "little big -");
        assert_eq!(kinds(&[(0, a), (other, b)]), "- -");
        let cpus = [(0, a), (1, b)].map(|(cpu, cluster_id)| CpuRow {
            cpu,
            cluster_id,
            ..CpuRow::default()
        });
        let kinds = CoreKinds::new(&cpus);
        assert_eq!(kinds.named("CPU 1".to_owned(), 1), "CPU 1 big");
        assert_eq!(kinds.named("CPU 7".to_owned(), 7), "CPU 7");
    }
}
