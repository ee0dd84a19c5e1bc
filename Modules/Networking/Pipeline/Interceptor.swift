/// One layer around the transport: handles a call on its way out and its response on the way back.
///
/// An interceptor may change the call, respond to it without the network, or call `next` several times. Give each
/// interceptor one responsibility. A ``Pipeline`` lists its interceptors in one array, outermost first; their order is
/// part of their meaning.
public protocol Interceptor: Sendable {
    /// Handles `call`, usually by calling `next`.
    func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse
}

/// The rest of the pipeline after one interceptor. You may call it more than once: each call runs all remaining
/// interceptors and the transport.
public struct Next: Sendable {
    private let pipeline: Pipeline
    private let position: Int

    init(pipeline: Pipeline, position: Int) {
        self.pipeline = pipeline
        self.position = position
    }

    /// Sends `call` through the rest of the pipeline.
    public func callAsFunction(_ call: Call) async throws(NetworkError) -> ServerResponse {
        guard position < pipeline.interceptors.count else { return try await pipeline.exchange(call) }
        return try await pipeline.interceptors[position]
            .intercept(call, next: Next(pipeline: pipeline, position: position + 1))
    }
}
