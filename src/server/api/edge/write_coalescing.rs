//! A connection that writes the messages of several streams together.
//!
//! Every stream hands over its messages separately, and one system call for each would be the
//! largest cost of a small message. So before writing, a connection lets every ready task run once,
//! and writes their messages too. If no task is ready, nothing is delayed.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tonic::transport::server::Connected;

/// A transport that collects messages and writes them together.
pub struct CoalescedWrites<T> {
    transport: T,
    /// Whether other tasks have run since the last flush.
    rested: bool,
}

impl<T> CoalescedWrites<T> {
    /// Wraps a transport.
    pub fn new(transport: T) -> CoalescedWrites<T> {
        CoalescedWrites { transport, rested: false }
    }

    /// Lets other tasks run, once before each write.
    fn poll_rest(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if !self.rested {
            self.rested = true;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(())
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for CoalescedWrites<T> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.transport).poll_read(cx, buffer)
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for CoalescedWrites<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.poll_rest(cx));
        Pin::new(&mut self.transport).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_rest(cx));
        Pin::new(&mut self.transport).poll_write_vectored(cx, slices)
    }

    /// Returns false, so that the caller collects small messages in one buffer and flushes once.
    fn is_write_vectored(&self) -> bool {
        false
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = ready!(Pin::new(&mut self.transport).poll_flush(cx));
        self.rested = false;
        Poll::Ready(flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.transport).poll_shutdown(cx)
    }
}

impl<T: Connected> Connected for CoalescedWrites<T> {
    type ConnectInfo = T::ConnectInfo;

    fn connect_info(&self) -> T::ConnectInfo {
        self.transport.connect_info()
    }
}
