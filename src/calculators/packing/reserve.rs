//! What a managed Kubernetes keeps of a machine for itself.
//!
//! Memory rules work in MiB of the machine's own size, CPU rules in millicores. The dates say when the
//! rules were read; providers change them.

use super::input::{Input, Machine, Reserve};
use crate::math::within;
use crate::quantity::{Bytes, Cores};

const MIB: f64 = 1_048_576.0;
/// What every kubelet keeps to evict pods before memory runs out.
const EVICTION_MIB: f64 = 100.0;

/// CPU and memory that the platform keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kept {
    /// Cores.
    pub cpu: Cores,
    /// Memory.
    pub memory: Bytes,
}

/// The most pods of a machine where the scenario names no number: the default of EKS and GKE is 110
/// (kubelet), of AKS 30 with its older network plug-in, which its published example uses.
pub const fn default_pods(reserve: Reserve) -> u32 {
    match reserve {
        Reserve::Aks => 30,
        _ => 110,
    }
}

/// What is kept of a machine under the scenario's rule.
pub fn kept(input: &Input, machine: &Machine) -> Kept {
    let (cores, mebibytes) = (machine.cpu.as_cores(), machine.memory.as_bytes() / MIB);
    let pods = f64::from(input.max_jobs.unwrap_or(default_pods(input.reserve)));
    let (cpu, mebibytes) = match input.reserve {
        Reserve::None => (0.0, 0.0),
        Reserve::Share => {
            let share = input.reserve_share.as_fraction();
            (cores * share, mebibytes * share)
        }
        Reserve::Eks => (kubelet_cpu(cores), eks_memory(mebibytes, pods)),
        Reserve::Gke => (kubelet_cpu(cores), gke_memory(mebibytes)),
        Reserve::Aks => (aks_cpu(cores), aks_memory(mebibytes, pods)),
    };
    Kept { cpu: Cores::cores(cpu), memory: Bytes::bytes(mebibytes * MIB) }
}

/// Sums `rates` over successive stretches of a quantity; the last rate has no end.
fn by_stretches(amount: f64, stretches: &[(f64, f64)], rest: f64) -> f64 {
    let mut left = amount;
    let mut sum = 0.0;
    for (length, rate) in stretches {
        let part = within(left, 0.0, *length);
        sum += part * rate;
        left -= part;
    }
    sum + left.max(0.0) * rest
}

/// Cores: 6 % of the first, 1 % of the second, 0.5 % of the next two, 0.25 % of the rest. Source: GKE
/// documentation (2025), and aws/karpenter-provider-aws at 1d92708 (August 2026).
fn kubelet_cpu(cores: f64) -> f64 {
    by_stretches(cores, &[(1.0, 0.06), (1.0, 0.01), (2.0, 0.005)], 0.0025)
}

/// MiB: 7.5 % rounded up for the hypervisor, 11 per pod and 255, 100 for eviction. The flat 7.5 % fails
/// both ways: really 9.5 % on 4 GiB and 3.1 % on 1 TiB. Source: aws/karpenter-provider-aws at 1d92708
/// (August 2026), amd64, nothing else reserved.
fn eks_memory(mebibytes: f64, pods: f64) -> f64 {
    (mebibytes * 0.075).ceil() + 11.0 * pods + 255.0 + EVICTION_MIB
}

/// MiB: 25 % of the first 4 GiB, 20 % of the next 4, 10 % of the next 8, 6 % of the next 112, 2 % of the
/// rest, and 100 MiB for eviction. Source: GKE documentation (2025).
fn gke_memory(mebibytes: f64) -> f64 {
    let gib = 1024.0;
    by_stretches(
        mebibytes,
        &[(4.0 * gib, 0.25), (4.0 * gib, 0.20), (8.0 * gib, 0.10), (112.0 * gib, 0.06)],
        0.02,
    ) + EVICTION_MIB
}

/// Cores: 60, 100, 140, 180, 260, 420, 740 millicores for 1, 2, 4, 8, 16, 32, 64 cores, straight
/// between. Source: AKS documentation (2025), version 1.29 and later.
fn aks_cpu(cores: f64) -> f64 {
    by_stretches(cores, &[(1.0, 0.06), (1.0, 0.04), (2.0, 0.02)], 0.01)
}

/// MiB: the lesser of 20 MB per pod and 50 MB, and 25 %; and 100 MiB for eviction. Source: as above.
fn aks_memory(mebibytes: f64, pods: f64) -> f64 {
    ((20.0 * pods + 50.0) * 1e6 / MIB).min(0.25 * mebibytes) + EVICTION_MIB
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(reserve: Reserve, machine: Machine, pods: Option<u32>) -> (f64, f64) {
        let kept = kept(&Input { reserve, max_jobs: pods, ..Input::default() }, &machine);
        (machine.cpu.as_cores() - kept.cpu.as_cores(), machine.memory.as_bytes() - kept.memory.as_bytes())
    }

    fn machine(cores: f64, memory: Bytes) -> Machine {
        Machine { cpu: Cores::cores(cores), memory, ..Machine::default() }
    }

    #[test]
    fn published_examples() {
        // GKE: 150 GiB leave 140.1423 GiB.
        let (_, memory) = left(Reserve::Gke, machine(4.0, Bytes::gibibytes(150.0)), None);
        assert!((memory / (1024.0 * MIB) - 140.1423).abs() < 5e-5, "{memory}");
        // AKS: 8 GB with 30 pods leave 7.25 GB.
        let (_, memory) = left(Reserve::Aks, machine(2.0, Bytes::gigabytes(8.0)), Some(30));
        assert!((memory / 1e9 - 7.25).abs() < 0.01, "{memory}");
        for (cores, millicores) in [
            (1.0, 60.0),
            (2.0, 100.0),
            (4.0, 140.0),
            (8.0, 180.0),
            (16.0, 260.0),
            (32.0, 420.0),
            (64.0, 740.0),
        ] {
            assert!((aks_cpu(cores) * 1000.0 - millicores).abs() < 1e-9);
        }
        // Karpenter: 8 GiB, 29 pods: 8192 − 615 − 574 − 100 MiB.
        let (cpu, memory) = left(Reserve::Eks, machine(2.0, Bytes::gibibytes(8.0)), Some(29));
        assert!((memory / MIB - 6903.0).abs() < 1e-6, "{memory}");
        assert!((cpu - 1.93).abs() < 1e-12, "{cpu}");
    }

    #[test]
    fn a_small_machine_may_have_nothing_left() {
        assert!(left(Reserve::Eks, machine(1.0, Bytes::gibibytes(1.0)), None).1 < 0.0);
    }
}
