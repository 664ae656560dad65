//! Work on the parts of a long list, beside each other.

use std::thread;

/// Lists shorter than this are one part: threads would cost more than they bring.
const LEAST: usize = 5_000;
/// The most parts: beyond, memory is what is waited for.
const MOST: usize = 4;

/// How long the parts of a list of so many are, at least 1.
pub(crate) fn part_size(count: usize) -> usize {
    let parts = if count < LEAST { 1 } else { thread::available_parallelism().map_or(1, |n| n.get().min(MOST)) };
    count.div_ceil(parts).max(1)
}

/// What the work gives for each part, in the order of the parts; the first is done here, each other by a thread of its own.
pub(crate) fn beside<P: Sync, R: Send>(parts: &[P], work: impl Fn(&P) -> R + Sync) -> Vec<R> {
    let work = &work;
    thread::scope(|scope| {
        let others: Vec<_> = parts
            .iter()
            .skip(1)
            .map(|part| (part, thread::Builder::new().spawn_scoped(scope, move || work(part))))
            .collect();
        let mut done: Vec<R> = parts.first().map(work).into_iter().collect();
        for (part, other) in others {
            // Where there is no thread to be had, or it failed, the work is done here.
            done.push(other.ok().and_then(|other| other.join().ok()).unwrap_or_else(|| work(part)));
        }
        done
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_done_once_and_in_order() {
        let list: Vec<usize> = (0..LEAST * 2 + 3).collect();
        let parts: Vec<&[usize]> = list.chunks(part_size(list.len())).collect();
        let done = beside(&parts, |part| part.to_vec());
        assert_eq!(done.concat(), list);
        assert_eq!(part_size(LEAST - 1), LEAST - 1);
        assert_eq!((part_size(0), beside(&[] as &[usize], |n| *n)), (1, Vec::new()));
    }
}
