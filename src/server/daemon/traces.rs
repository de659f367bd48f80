//! Sends traces of calls and commands to a collector that speaks OTLP over gRPC (OpenTelemetry), if
//! the host wants them.
//!
//! Separate threads send the spans in batches. If the collector is slow or missing, spans are lost,
//! and matches are not affected.

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

/// Maximum spans waiting to be sent; further ones are dropped.
const MAX_WAITING: usize = 8_192;
/// Time limit for the collector to accept a batch, and for the last batch when the server stops.
const SENT_WITHIN: Duration = Duration::from_secs(5);

/// A connection that sends spans to a collector. Dropping it sends the spans that still wait.
pub struct Traces {
    provider: SdkTracerProvider,
    /// The runtime of the connection to the collector.
    _runtime: Runtime,
}

impl Traces {
    /// Starts to send spans to the collector at `endpoint`, such as `http://127.0.0.1:4317`. The
    /// collector may be started later.
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

    /// Returns the layer of the log that makes the spans: of calls, and of the work of tables on
    /// commands.
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
