//! A proxy to the server whose connections can be cut.

use std::net::SocketAddr;

use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
};

pub struct CuttableProxy {
    cuts: watch::Sender<u64>,
}

impl CuttableProxy {
    /// Forwards every connection of the listener to the server.
    pub fn start(listener: TcpListener, server: SocketAddr) -> CuttableProxy {
        let (cuts, cut) = watch::channel(0);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let mut cut = cut.clone();
                cut.mark_unchanged();
                tokio::spawn(carry(near, server, cut));
            }
        });
        CuttableProxy { cuts }
    }

    /// Cuts every connection.
    pub fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }
}

async fn carry(mut near: TcpStream, server: SocketAddr, mut cut: watch::Receiver<u64>) {
    let Ok(mut far) = TcpStream::connect(server).await else { return };
    let _ = near.set_nodelay(true).and_then(|()| far.set_nodelay(true));
    tokio::select! {
        biased;
        // Also happens at the end of the check.
        _ = cut.changed() => {}
        _ = tokio::io::copy_bidirectional(&mut near, &mut far) => {}
    }
}
