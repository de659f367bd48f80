//! Traces of calls and commands for a collector that speaks OTLP over gRPC (OpenTelemetry), if a
//! host wants them.
//!
//! Spans go out in batches, on their own threads: a slow or missing collector loses spans and does
//! not affect matches.

use std::time::Duration;

use anyhow::Context as _;
use opentelemetry::{KeyValue, trace::TracerProvider as _};
use opentelemetry_otlp::{SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::{
    Resource,
    trace::{BatchConfigBuilder, BatchSpanProcessor, SdkTracerProvider},
};
use tokio::runtime::Runtime;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::{Layer, filter::Targets, registry::LookupSpan};

/// How many spans may wait to be sent; more are dropped.
const MAX_WAITING: usize = 8_192;
/// How long the collector may take for a batch, and for the last one when the server stops.
const SENT_WITHIN: Duration = Duration::from_secs(5);

/// Sends spans until it is dropped, which sends what still waits.
pub struct Traces {
    provider: SdkTracerProvider,
    /// Runs the connection to the collector.
    _runtime: Runtime,
}

impl Traces {
    /// Sends spans to the collector at `endpoint`, such as `http://127.0.0.1:4317`. It may start
    /// later.
    pub fn start(endpoint: &str) -> anyhow::Result<Traces> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("traces")
            .enable_all()
            .build()
            .context("failed to start a thread")?;
        let exporter = {
            let _inside = runtime.enter();
            let builder = SpanExporter::builder().with_tonic().with_endpoint(endpoint).with_timeout(SENT_WITHIN);
            builder.build().with_context(|| format!("failed to connect to the collector at {endpoint}"))?
        };
        let config = BatchConfigBuilder::default().with_max_queue_size(MAX_WAITING).build();
        let processor = BatchSpanProcessor::builder(exporter).with_batch_config(config).build();
        let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let resource = Resource::builder().with_service_name("referee").with_attribute(version).build();
        let provider = SdkTracerProvider::builder().with_span_processor(processor).with_resource(resource).build();
        Ok(Traces { provider, _runtime: runtime })
    }

    /// The layer of the log that makes the spans: calls, and what tables do with a command.
    pub fn layer<S>(&self) -> impl Layer<S> + Send + Sync + use<S>
    where
        S: tracing::Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
    {
        let tracer = self.provider.tracer("referee");
        tracing_opentelemetry::layer()
            .with_tracer(tracer)
            .with_filter(Targets::new().with_target("referee", LevelFilter::DEBUG))
    }
}

impl Drop for Traces {
    fn drop(&mut self) {
        if let Err(error) = self.provider.shutdown_with_timeout(SENT_WITHIN) {
            tracing::debug!(%error, "the last spans were not sent");
        }
    }
}
