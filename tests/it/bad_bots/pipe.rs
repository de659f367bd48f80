//! A proxy between a bot and a server that can interrupt the connection.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
};

/// The bytes that the proxy forwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Everything,
    /// Nothing in either direction; the connections stay open.
    Nothing,
    /// The bot's next message without its last byte, then nothing.
    AllButTheLastByte,
    /// The bot's next message without its last byte, then the end of the connection.
    AllButTheLastByteThenTheEnd,
}

pub struct Pipe {
    pub address: SocketAddr,
    flow: watch::Sender<Flow>,
}

impl Pipe {
    pub async fn to(server: SocketAddr) -> Pipe {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a loopback port is free");
        let address = listener.local_addr().expect("the listener has an address");
        let (flow, flows) = watch::channel(Flow::Everything);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let Ok(far) = TcpStream::connect(server).await else { return };
                let (from_bot, to_bot) = near.into_split();
                let (from_server, to_server) = far.into_split();
                let flows = flows.clone();
                tokio::spawn(async move {
                    tokio::select! {
                        () = carry_up(from_bot, to_server, flows.clone()) => {}
                        () = carry_down(from_server, to_bot, flows) => {}
                    }
                });
            }
        });
        Pipe { address, flow }
    }

    pub fn set(&self, flow: Flow) {
        self.flow.send_replace(flow);
    }
}

async fn carry_up(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, flows: watch::Receiver<Flow>) {
    let mut bytes = vec![0; 256 * 1024];
    while let Ok(count) = from.read(&mut bytes).await
        && count > 0
    {
        let flow = *flows.borrow();
        let through = match flow {
            Flow::Everything => count,
            Flow::Nothing => 0,
            Flow::AllButTheLastByte | Flow::AllButTheLastByteThenTheEnd => count - 1,
        };
        if to.write_all(&bytes[..through]).await.is_err() || flow == Flow::AllButTheLastByteThenTheEnd {
            return;
        }
        if flow != Flow::Everything {
            return stand_still(from).await;
        }
    }
}

async fn carry_down(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut flows: watch::Receiver<Flow>) {
    let mut bytes = vec![0; 64 * 1024];
    loop {
        tokio::select! {
            () = async { drop(flows.wait_for(|flow| *flow == Flow::Nothing).await) } => return stand_still(from).await,
            read = from.read(&mut bytes) => match read {
                Ok(count) if count > 0 && to.write_all(&bytes[..count]).await.is_ok() => {}
                _ => return,
            }
        }
    }
}

/// Holds a connection open without reading from it.
async fn stand_still(half: OwnedReadHalf) {
    std::future::pending::<()>().await;
    drop(half);
}
