//! Values worked out from signals, and told on only when they change.
//!
//! The framework's `Memo` is made anew for each type: some two kilobytes of code each time, of which the
//! page has dozens. Here there is one, of values whose type it does not know.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use leptos::prelude::{Memo, Track as _, With as _, WithUntracked as _};

/// A value of any type that can be compared.
trait Value: Any + Send + Sync {
    fn is_same(&self, other: &dyn Value) -> bool;
    fn as_any(&self) -> &dyn Any;
}

impl<T: PartialEq + Send + Sync + 'static> Value for T {
    fn is_same(&self, other: &dyn Value) -> bool {
        other.as_any().downcast_ref().is_some_and(|other| self == other)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[derive(Clone)]
struct Erased(Arc<dyn Value>);

impl PartialEq for Erased {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_same(other.0.as_ref())
    }
}

/// A value that is worked out when it is asked for and something it depends on has changed.
pub struct Worked<T> {
    memo: Memo<Erased>,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Worked<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Worked<T> {}

impl<T> std::fmt::Debug for Worked<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Worked")
    }
}

impl<T: PartialEq + Send + Sync + 'static> Worked<T> {
    /// The value that `work` gives.
    pub fn new(work: impl Fn() -> T + Send + Sync + 'static) -> Self {
        Self { memo: memo(Box::new(move || Erased(Arc::new(work())))), of: PhantomData }
    }

    /// Looks at the value; whoever does so is told when it changes.
    pub fn with<R>(self, look: impl FnOnce(&T) -> R) -> R {
        look(value_of(&self.memo.with(Erased::clone)))
    }

    /// Whoever calls this is told when the value changes.
    pub fn track(self) {
        self.memo.track();
    }

    /// Looks at the value once.
    pub fn with_untracked<R>(self, look: impl FnOnce(&T) -> R) -> R {
        look(value_of(&self.memo.with_untracked(Erased::clone)))
    }
}

impl<T: PartialEq + Clone + Send + Sync + 'static> Worked<T> {
    /// The value; whoever asks is told when it changes.
    pub fn get(self) -> T {
        self.with(T::clone)
    }

    /// The value now.
    pub fn get_untracked(self) -> T {
        self.with_untracked(T::clone)
    }
}

/// Once for all types.
fn memo(work: Box<dyn Fn() -> Erased + Send + Sync>) -> Memo<Erased> {
    Memo::new(move |_| work())
}

fn value_of<T: 'static>(erased: &Erased) -> &T {
    match erased.0.as_ref().as_any().downcast_ref() {
        Some(value) => value,
        // Only `Worked::new` makes one, of the type that it carries.
        None => unreachable!("a worked value has the type it was made of"),
    }
}
