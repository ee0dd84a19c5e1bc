import Foundation
import HTTPTypes
public import Networking
import Primitives
public import Tracing

/// Records a client span for every request that is sent, by OpenTelemetry's conventions for HTTP, and sends the trace's
/// headers to the server.
///
/// Put it next to the transport, so that each attempt and each redirect of a call has its own span. The headers go only to the
/// environment's own origin, and not to other servers that a redirect leads to.
public struct TracingInterceptor: Interceptor {
    private let tracer: any Tracer

    /// - Parameter tracer: records the spans; usually the app's `InstrumentationSystem.tracer`.
    public init(_ tracer: any Tracer) {
        self.tracer = tracer
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        let span = tracer.startAnySpan(
            call.request.method.rawValue, context: ServiceContext.current ?? .topLevel, ofKind: .client)
        defer { span.end() }
        describe(call, in: span)
        var call = call
        if call.goesToOwnOrigin {
            tracer.inject(span.context, into: &call.request.headerFields, using: FieldInjector())
        }
        let outcome = await ServiceContext.withValue(span.context) { [call] in await next.outcome(of: call) }
        switch outcome {
        case .success(let response):
            span.attributes["http.response.status_code"] = response.head.status.code
            if response.head.status.code >= 400 {
                span.attributes["error.type"] = "\(response.head.status.code)"
                span.setStatus(SpanStatus(code: .error))
            }
        case .failure(let error):
            span.attributes["error.type"] = error.cause.name
            span.setStatus(SpanStatus(code: .error, message: error.cause.name))
        }
        return try outcome.get()
    }

    private func describe(_ call: Call, in span: any Span) {
        span.attributes["http.request.method"] = call.request.method.rawValue
        span.attributes["url.full"] = call.redactedURL
        if let origin = call.origin {
            span.attributes["server.address"] = origin.host
            span.attributes["server.port"] = origin.port
        }
        // The conventions have no names for these two.
        span.attributes["call.operation"] = call.context.operation
        span.attributes["call.request_id"] = call.context.id.text
        // By the conventions, how often the request was sent before; absent on the first attempt.
        if call.context.attempts > 0 { span.attributes["http.request.resend_count"] = call.context.attempts }
    }
}

extension Next {
    /// Returns a result instead of throwing, because `withValue` accepts no closure with typed throws.
    fileprivate func outcome(of call: Call) async -> Result<ServerResponse, NetworkError> {
        do throws(NetworkError) {
            return .success(try await self(call))
        } catch {
            return .failure(error)
        }
    }
}

/// Writes a trace's header fields, such as traceparent (W3C Trace Context), into a request.
private struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
        guard let name = HTTPField.Name(key) else { return }
        fields[name] = value
    }
}
