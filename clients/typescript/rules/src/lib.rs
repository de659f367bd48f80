//! The calls of `GameService` without a server: JSON in, JSON out, in one buffer of the module.
//!
//! The caller reserves as many bytes as its question has, writes it there, and calls `answer`. The
//! answer is then at `place`, until the next question.

mod answers;
mod asked;
mod calls;
mod games;
mod refusal;
mod scene;
mod suggestion;

use std::cell::RefCell;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a question of so many bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(bytes, 0);
        buffer.as_mut_ptr()
    })
}

/// Replaces the question by its answer, and returns the number of its bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = calls::answer(buffer);
        buffer.len()
    })
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn place() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}
