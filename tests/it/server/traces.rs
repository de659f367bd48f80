//! The traces that a server sends to an OpenTelemetry collector.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use opentelemetry_proto::tonic::{
    collector::trace::v1::{
        ExportTraceServiceRequest, ExportTraceServiceResponse,
        trace_service_server::{TraceService, TraceServiceServer},
    },
    trace::v1::Span,
};
use referee_client::{NewMatch, PlayOptions, pb};
use tokio::{net::TcpListener, time::timeout};
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status, transport};

use super::host::{Server, serve};
use crate::api::some_move;

/// Maximum time for a server with unsent spans to stop, on a slow machine.
const STOPS_WITHIN: Duration = Duration::from_secs(30);

/// A collector that stores all received spans.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<Span>>>);

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let of_scopes = request.into_inner().resource_spans.into_iter().flat_map(|of| of.scope_spans);
        self.0.lock().unwrap().extend(of_scopes.flat_map(|of| of.spans));
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

impl Collector {
    async fn listen() -> (Collector, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a loopback port is free");
        let address = listener.local_addr().expect("it has an address");
        let collector = Collector::default();
        let service = TraceServiceServer::new(collector.clone());
        let incoming = TcpListenerStream::new(listener);
        tokio::spawn(transport::Server::builder().add_service(service).serve_with_incoming(incoming));
        (collector, address)
    }
}

fn says(span: &Span, key: &str) -> Option<String> {
    use opentelemetry_proto::tonic::common::v1::any_value::Value;
    let found = span.attributes.iter().find(|attribute| attribute.key == key)?;
    match found.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text.clone()),
        Value::IntValue(number) => Some(number.to_string()),
        other => panic!("{key} is {other:?}"),
    }
}

async fn stop(mut server: Server) {
    server.signal(libc::SIGTERM);
    let ended = timeout(STOPS_WITHIN, server.child.wait()).await.expect("it stops").expect("it can be waited for");
    assert!(ended.success(), "{ended}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_and_commands_come_to_the_collector() {
    let (collector, address) = Collector::listen().await;
    let data = tempfile::tempdir().expect("a directory");
    let mut command = serve("127.0.0.1:0", data.path());
    command.args(["--house-pace", "0.001", "--otlp-endpoint", &format!("http://{address}")]);
    let server = Server::spawn(command).await;
    let client = server.client();
    let ann = client.with_token(&client.register("ann").await.expect("the name is free")).expect("a token");
    let opened = ann.create(NewMatch::of("kamisado", ["ann", "house-random"], "600+5")).await.expect("opened");
    let options = PlayOptions { until_ended: Some(1), ..PlayOptions::default() };
    ann.play(options, |turn| async move { some_move(&turn) }).await.expect("it plays");
    stop(server).await;

    let spans = collector.0.lock().unwrap();
    let create = |span: &&Span| says(span, "path").as_deref() == Some("/referee.v1.MatchService/CreateMatch");
    let create = spans.iter().find(create).expect("the call is there");
    assert_eq!((create.name.as_str(), says(create, "player").as_deref()), ("call", Some("ann")));
    assert_eq!(says(create, "request_id").map(|id| id.len()), Some(16));
    let append = spans.iter().find(|span| {
        let parent = spans.iter().find(|other| other.span_id == span.parent_span_id);
        let of_match = parent.and_then(|parent| says(parent, "match_id"));
        span.name == "append" && of_match.as_deref() == Some(opened.match_id.as_str())
    });
    assert!(append.is_some(), "what a command stored is inside of it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_continues_the_trace_of_its_caller() {
    const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
    const PARENT: &str = "b7ad6b7169203331";
    let (collector, address) = Collector::listen().await;
    let data = tempfile::tempdir().expect("a directory");
    let mut command = serve("127.0.0.1:0", data.path());
    command.args(["--otlp-endpoint", &format!("http://{address}")]);
    let server = Server::spawn(command).await;
    let client = server.client();
    let ask = async |request_id: &'static str, traceparent: String| {
        let mut request = Request::new(pb::GetServerInfoRequest::default());
        request.metadata_mut().insert("x-request-id", request_id.parse().expect("it is text"));
        request.metadata_mut().insert("traceparent", traceparent.parse().expect("it is text"));
        client.server().get_server_info(request).await.expect("it answers");
    };
    ask("sampled", format!("00-{TRACE}-{PARENT}-01")).await;
    // The server records this span although the caller does not sample its trace.
    ask("unsampled", format!("00-{TRACE}-{PARENT}-00")).await;
    ask("malformed", format!("00-{TRACE}-{PARENT}")).await;
    ask("long", format!("00-{TRACE}-{PARENT}-01-{}", "a".repeat(4_096))).await;
    stop(server).await;

    let spans = collector.0.lock().unwrap();
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let of = |request_id: &str| {
        let span = spans.iter().find(|span| says(span, "request_id").as_deref() == Some(request_id));
        let span = span.unwrap_or_else(|| panic!("no span of {request_id}"));
        (hex(&span.trace_id), hex(&span.parent_span_id))
    };
    for child in ["sampled", "unsampled"] {
        assert_eq!(of(child), (TRACE.to_owned(), PARENT.to_owned()), "{child}");
    }
    for own in ["malformed", "long"] {
        let (trace, parent) = of(own);
        assert!(trace != TRACE && parent.is_empty(), "{own}: {trace} {parent}");
    }
}

#[tokio::test]
async fn a_missing_collector_has_no_effect() {
    let free = TcpListener::bind("127.0.0.1:0").await.expect("a loopback port is free");
    let unused = format!("http://{}", free.local_addr().expect("it has an address"));
    drop(free);
    let data = tempfile::tempdir().expect("a directory");
    let mut command = serve("127.0.0.1:0", data.path());
    command.args(["--otlp-endpoint", &unused]);
    let server = Server::spawn(command).await;
    server.client().register("ann").await.expect("it serves as ever");
    stop(server).await;
}
