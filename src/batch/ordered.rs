//! Work on every core with the order kept, in memory that does not grow.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

/// Does `work` on every item on `jobs` threads and gives the results to `take`
/// in the order of the items. No more than a few results a thread wait for
/// their turn. Ends early when `stop` is set, at once after the work that was
/// begun, or when `take` answers `false`; what was taken is a head of the
/// items without gaps.
pub fn each<T, R>(
    items: impl Iterator<Item = T> + Send,
    jobs: usize,
    stop: &AtomicBool,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> bool,
) where
    T: Send,
    R: Send,
{
    let jobs = jobs.max(1);
    let items = std::sync::Mutex::new(items);
    // Places in the order of the items; handing out waits while it is full.
    let (places, queue) = mpsc::sync_channel::<mpsc::Receiver<R>>(2 * jobs);
    let places = std::sync::Mutex::new(places);
    std::thread::scope(|scope| {
        let hands: Vec<_> = (0..jobs)
            .map(|_| {
                let (items, places, work) = (&items, &places, &work);
                scope.spawn(move || {
                    while let Some((item, answer)) = next(items, places, stop) {
                        // Nobody takes it any more: then it is not needed.
                        let _ = answer.send(work(item));
                    }
                })
            })
            .collect();
        // The queue ends when the last hand has let go of it.
        let watcher = scope.spawn({
            let places = &places;
            move || {
                for hand in hands {
                    // A panic shows in the scope; here it only ends the queue.
                    let _ = hand.join();
                }
                let (dead, _) = mpsc::sync_channel(1);
                if let Ok(mut places) = places.lock() {
                    *places = dead;
                }
            }
        });
        for place in &queue {
            // A place without an answer: its work panicked.
            let Ok(result) = place.recv() else { break };
            if !take(result) {
                break;
            }
        }
        // Without a queue the hands find no place for more work.
        drop(queue);
        let _ = watcher.join();
    });
}

type Places<R> = std::sync::Mutex<mpsc::SyncSender<mpsc::Receiver<R>>>;

/// The next item and where its result goes; both are taken under one lock, so
/// that places come in the order of the items.
fn next<T, R>(
    items: &std::sync::Mutex<impl Iterator<Item = T>>,
    places: &Places<R>,
    stop: &AtomicBool,
) -> Option<(T, mpsc::SyncSender<R>)> {
    let mut items = items.lock().ok()?;
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let item = items.next()?;
    let (answer, place) = mpsc::sync_channel(1);
    places.lock().ok()?.send(place).ok()?;
    Some((item, answer))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_order_is_kept_whatever_takes_long() {
        for jobs in [1, 3, 8] {
            let stop = AtomicBool::new(false);
            let mut taken = Vec::new();
            each(
                0..200u64,
                jobs,
                &stop,
                |n| {
                    std::thread::sleep(Duration::from_micros(n * 7919 % 700));
                    n
                },
                |n| {
                    taken.push(n);
                    true
                },
            );
            assert_eq!(taken, (0..200).collect::<Vec<_>>());
        }
    }

    #[test]
    fn few_results_wait_and_a_stop_leaves_a_head_without_gaps() {
        let stop = AtomicBool::new(false);
        let begun = AtomicUsize::new(0);
        let mut taken = Vec::new();
        each(
            0..100_000usize,
            4,
            &stop,
            |n| {
                begun.fetch_add(1, Ordering::Relaxed);
                n
            },
            |n| {
                let ahead = begun.load(Ordering::Relaxed) - n;
                assert!(ahead <= 4 * 4, "{ahead} results wait");
                taken.push(n);
                if n == 500 {
                    stop.store(true, Ordering::Relaxed);
                }
                true
            },
        );
        assert!((501..600).contains(&taken.len()), "{}", taken.len());
        assert_eq!(taken, (0..taken.len()).collect::<Vec<_>>());
    }
}
