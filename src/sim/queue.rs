//! Events in the order of their times.

/// What waits to happen: the earliest first, and of those at the same time the one that was put in first.
///
/// A heap with four children a node, in one array: half as deep as a binary one, and the children of a node
/// lie side by side. What is taken out leaves a gap at the top, which what is put in next fills: most events
/// put in one other, and so cost one way through the heap and not two. An event that must not happen any more
/// is left in, and known by a generation that its owner counts up.
#[derive(Clone, Debug)]
pub struct Events<T> {
    heap: Vec<Entry<T>>,
    put: u64,
    /// Whether the first entry was taken out.
    has_gap: bool,
}

#[derive(Clone, Copy, Debug)]
struct Entry<T> {
    /// The bits of the time, which as a number are in its order from 0 on, and below them the order of putting.
    key: u128,
    what: T,
}

const CHILDREN: usize = 4;

impl<T: Copy> Default for Events<T> {
    fn default() -> Self {
        Self { heap: Vec::with_capacity(64), put: 0, has_gap: false }
    }
}

impl<T: Copy> Events<T> {
    /// Puts in what happens at this time, in seconds from 0 on, where what is earlier is put too; what never
    /// happens (an infinite or undefined time) is not put in.
    pub fn put(&mut self, time: f64, what: T) {
        if !time.is_finite() {
            return;
        }
        // The maximum, for a negative zero too.
        let bits = if time > 0.0 { time.to_bits() } else { 0 };
        let entry = Entry { key: u128::from(bits) << 64 | u128::from(self.put), what };
        self.put += 1;
        if self.has_gap {
            self.has_gap = false;
            return self.sink(entry);
        }
        let mut at = self.heap.len();
        self.heap.push(entry);
        let heap = self.heap.as_mut_slice();
        while at > 0 {
            let parent = (at - 1) / CHILDREN;
            if heap[parent].key < entry.key {
                break;
            }
            heap[at] = heap[parent];
            at = parent;
        }
        heap[at] = entry;
    }

    /// When something happens next.
    pub fn next_time(&mut self) -> Option<f64> {
        self.first().map(|first| f64::from_bits((first.key >> 64) as u64))
    }

    /// The first entry, the gap filled.
    fn first(&mut self) -> Option<Entry<T>> {
        if self.has_gap {
            self.has_gap = false;
            let last = self.heap.pop()?;
            if !self.heap.is_empty() {
                self.sink(last);
            }
        }
        self.heap.first().copied()
    }

    /// Takes out what happens next, with its time.
    pub fn take(&mut self) -> Option<(f64, T)> {
        let first = self.first()?;
        self.has_gap = true;
        Some((f64::from_bits((first.key >> 64) as u64), first.what))
    }

    /// Puts an entry where the first one was, and moves it down to its place.
    fn sink(&mut self, entry: Entry<T>) {
        let heap = self.heap.as_mut_slice();
        let mut at = 0;
        loop {
            let child = CHILDREN * at + 1;
            let least = match heap.get(child..child + CHILDREN) {
                // Which of four is the least is anyone's guess, the processor's too: this needs none.
                Some(children) => {
                    let lesser = |a: usize, b: usize| if children[b].key < children[a].key { b } else { a };
                    child + lesser(lesser(0, 1), lesser(2, 3))
                }
                None => match (child..heap.len()).min_by_key(|child| heap[*child].key) {
                    Some(least) => least,
                    None => break,
                },
            };
            if heap[least].key >= entry.key {
                break;
            }
            heap[at] = heap[least];
            at = least;
        }
        heap[at] = entry;
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.heap.len() - usize::from(self.has_gap)
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
