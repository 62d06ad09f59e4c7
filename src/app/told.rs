//! Values that tell whoever looked at them when they change.
//!
//! The framework's signals are made anew for each type, with all that is done to them; the page has some
//! forty types. Here there is one signal, of values whose type it does not know, as in [`super::worked`].

use std::any::Any;
use std::marker::PhantomData;

use leptos::prelude::{
    IsDisposed as _, Notify as _, RwSignal, Track as _, UpdateUntracked as _, WithUntracked as _,
};

type Erased = Box<dyn Any + Send + Sync>;

/// A value that tells who looked at it when it changes. A copy names the same value.
pub struct Told<T> {
    signal: RwSignal<Erased>,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Told<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Told<T> {}

impl<T> std::fmt::Debug for Told<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Told")
    }
}

impl<T: Default + Send + Sync + 'static> Default for Told<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Send + Sync + 'static> Told<T> {
    /// With this value.
    pub fn new(value: T) -> Self {
        Self { signal: signal(Box::new(value)), of: PhantomData }
    }

    /// Looks at the value; whoever does so is told when it changes.
    pub fn with<R>(self, look: impl FnOnce(&T) -> R) -> R {
        self.track();
        self.with_untracked(look)
    }

    /// Looks at the value once.
    pub fn with_untracked<R>(self, look: impl FnOnce(&T) -> R) -> R {
        match self.try_with_untracked(look) {
            Some(seen) => seen,
            // The signals of the page live as long as it does.
            None => unreachable!("a value outlives those who look at it"),
        }
    }

    /// Looks at the value once, if it is still there.
    pub fn try_with_untracked<R>(self, look: impl FnOnce(&T) -> R) -> Option<R> {
        let (mut look, mut seen) = (Some(look), None);
        read(self.signal, &mut |value| {
            if let (Some(look), Some(value)) = (look.take(), value.downcast_ref()) {
                seen = Some(look(value));
            }
        });
        seen
    }

    /// Changes the value.
    pub fn update(self, change: impl FnOnce(&mut T)) {
        self.try_update(change);
    }

    /// Changes the value, if it is still there.
    pub fn try_update<R>(self, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        let changed = self.try_update_untracked(change);
        self.notify();
        changed
    }

    /// Changes the value and tells nobody.
    pub fn update_untracked(self, change: impl FnOnce(&mut T)) {
        self.try_update_untracked(change);
    }

    /// Changes the value and tells nobody, if it is still there.
    pub fn try_update_untracked<R>(self, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        let (mut change, mut changed) = (Some(change), None);
        write(self.signal, &mut |value| {
            if let (Some(change), Some(value)) = (change.take(), value.downcast_mut()) {
                changed = Some(change(value));
            }
        });
        changed
    }

    /// Gives it another value, if it is still there.
    pub fn set(self, value: T) {
        replace(self.signal, Box::new(value));
    }

    /// Whether it went with the view that it was made for.
    pub fn is_gone(self) -> bool {
        self.signal.is_disposed()
    }

    /// Whoever calls this is told when the value changes.
    pub fn track(self) {
        self.signal.track();
    }

    /// Tells that the value has changed.
    pub fn notify(self) {
        self.signal.notify();
    }
}

impl<T: Clone + Send + Sync + 'static> Told<T> {
    /// The value; whoever asks is told when it changes.
    pub fn get(self) -> T {
        self.with(T::clone)
    }

    /// The value now.
    pub fn get_untracked(self) -> T {
        self.with_untracked(T::clone)
    }
}

// Once for all types.

fn signal(value: Erased) -> RwSignal<Erased> {
    RwSignal::new(value)
}

fn read(signal: RwSignal<Erased>, look: &mut dyn FnMut(&(dyn Any + Send + Sync))) {
    signal.try_with_untracked(|value| look(value.as_ref()));
}

fn write(signal: RwSignal<Erased>, change: &mut dyn FnMut(&mut (dyn Any + Send + Sync))) {
    signal.try_update_untracked(|value| change(value.as_mut()));
}

fn replace(signal: RwSignal<Erased>, value: Erased) {
    signal.try_update_untracked(|known| *known = value);
    signal.notify();
}
