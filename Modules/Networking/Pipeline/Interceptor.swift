/// One link of the onion around the transport: sees a call on its way out and its response on the way back.
///
/// A link may change the call, answer by itself, or call `next` again; it decides one thing only. Links stand in one
/// visible array, outermost first (``Pipeline``), and their order is part of their meaning.
public protocol Interceptor: Sendable {
    /// Handles `call`, usually by calling `next`.
    func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse
}

/// The rest of the chain, as one link sees it. It may be called more than once: each call goes down the whole rest.
public struct Next: Sendable {
    private let pipeline: Pipeline
    private let position: Int

    init(pipeline: Pipeline, position: Int) {
        self.pipeline = pipeline
        self.position = position
    }

    /// Passes `call` on.
    public func callAsFunction(_ call: Call) async throws(NetworkError) -> ServerResponse {
        guard position < pipeline.interceptors.count else { return try await pipeline.exchange(call) }
        return try await pipeline.interceptors[position]
            .intercept(call, next: Next(pipeline: pipeline, position: position + 1))
    }
}
