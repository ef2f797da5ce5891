//! Events in the order of their times.

/// What waits to happen: the earliest first, and of those at the same time the one that was put in first.
///
/// A heap with four children a node, in one array: half as deep as a binary one, and the children of a node
/// lie side by side. An event that must not happen any more is left in, and known by a generation that its
/// owner counts up.
#[derive(Clone, Debug)]
pub struct Events<T> {
    heap: Vec<Entry<T>>,
    put: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry<T> {
    time: f64,
    order: u64,
    what: T,
}

impl<T: Copy> Entry<T> {
    fn precedes(&self, other: &Self) -> bool {
        self.time < other.time || (self.time == other.time && self.order < other.order)
    }
}

const CHILDREN: usize = 4;

impl<T: Copy> Default for Events<T> {
    fn default() -> Self {
        Self { heap: Vec::with_capacity(64), put: 0 }
    }
}

impl<T: Copy> Events<T> {
    /// Puts in what happens at this time, in seconds; what never happens (an infinite or undefined time) is
    /// not put in.
    pub fn put(&mut self, time: f64, what: T) {
        if !time.is_finite() {
            return;
        }
        let entry = Entry { time, order: self.put, what };
        self.put += 1;
        let mut at = self.heap.len();
        self.heap.push(entry);
        while at > 0 {
            let parent = (at - 1) / CHILDREN;
            if self.heap[parent].precedes(&entry) {
                break;
            }
            self.heap[at] = self.heap[parent];
            at = parent;
        }
        self.heap[at] = entry;
    }

    /// Takes out what happens next, with its time.
    pub fn take(&mut self) -> Option<(f64, T)> {
        let first = *self.heap.first()?;
        let last = self.heap.pop()?;
        if !self.heap.is_empty() {
            self.sink(last);
        }
        Some((first.time, first.what))
    }

    /// Puts an entry where the first one was, and moves it down to its place.
    fn sink(&mut self, entry: Entry<T>) {
        let heap = self.heap.as_mut_slice();
        let mut at = 0;
        loop {
            let child = CHILDREN * at + 1;
            let Some(children) = heap.get(child..heap.len().min(child + CHILDREN)) else { break };
            let mut least = 0;
            for other in 1..children.len() {
                if children[other].precedes(&children[least]) {
                    least = other;
                }
            }
            match children.get(least) {
                Some(smallest) if smallest.precedes(&entry) => {
                    heap[at] = *smallest;
                    at = child + least;
                }
                _ => break,
            }
        }
        heap[at] = entry;
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }
}
