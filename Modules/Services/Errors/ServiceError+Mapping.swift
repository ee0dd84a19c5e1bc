import Models
public import Networking
public import Persistence

// The lower layers' errors become this layer's here and nowhere else; public for whoever implements a service.

extension ServiceError {
    /// What a call's failure means to a service. Evidence is kept where a person or a bug report may need it.
    public init(_ error: NetworkError) {
        switch error.cause {
        case .cancelled: self = .cancelled
        case .signedOut: self = .signedOut
        case .status(let failure) where !failure.fields.isEmpty:
            self = .invalid(failure.fields.map { InvalidValue(field: $0.field, reason: $0.message) })
        case .status(let failure):
            switch failure.kind {
            case .unauthorized: self = .signedOut
            case .forbidden: self = .forbidden(evidence: error)
            case .notFound: self = .notFound(evidence: error)
            case .invalid, .rateLimited, .client, .server, .unexpected: self = .network(error)
            }
        case .invalidRequest, .transport, .timeout, .decoding, .renewal, .foreignOrigin, .credentialStorage,
            .redirect, .unexpectedMedia, .circuitOpen, .custom:
            self = .network(error)
        }
    }

    /// What a store's failure means to a service.
    public init(_ error: StoreError) {
        self = error == .cancelled ? .cancelled : .storage(error)
    }
}

extension Session {
    /// Sends one call, with a service's errors.
    func call<Response>(_ endpoint: Endpoint<Access, Response>) async throws(ServiceError) -> Response {
        do throws(NetworkError) {
            return try await send(endpoint)
        } catch {
            throw ServiceError(error)
        }
    }

    /// Sends one call and updates what this machine stores of its outcome.
    ///
    /// - Parameter store: its failure changes nothing about the outcome: what the server has accepted is a success,
    ///   whatever becomes of the local copy. The monitor receives ``CallEvent/Kind/localCopyNotUpdated(reason:)``.
    func call<Response>(
        _ endpoint: Endpoint<Access, Response>, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        storing store: (Result<Response, ServiceError>) async throws(StoreError) -> Void
    ) async throws(ServiceError) -> Response {
        do throws(NetworkError) {
            return try await send(
                endpoint, progress: progress,
                storing: { outcome in
                    do throws(StoreError) {
                        try await store(outcome.mapError { ServiceError($0) })
                        return nil
                    } catch {
                        return error.explanation
                    }
                })
        } catch {
            throw ServiceError(error)
        }
    }
}

/// Works on a store, with a service's errors.
func storing<Value>(
    _ work: () async throws(StoreError) -> Value
) async throws(ServiceError) -> Value {
    do throws(StoreError) {
        return try await work()
    } catch {
        throw ServiceError(error)
    }
}
