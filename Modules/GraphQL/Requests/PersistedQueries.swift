import Foundation
import Networking
public import Primitives
import Synchronization

/// Automatic persisted queries (Apollo): a query is sent as the SHA-256 hash of its document, and the document itself
/// only if the server has not stored it.
///
/// If a server turns out not to support persisted queries, the sessions that share this value send only documents from
/// then on. Mutations and uploads are always sent as documents.
public final class PersistedQueries: Sendable {
    private let hashing: any ContentHashing
    private let isUnsupported = Mutex(false)

    /// - Parameter hashing: computes SHA-256. Another algorithm sends every document.
    public init(hashing: any ContentHashing) {
        self.hashing = hashing
    }

    /// The hash to send instead of `document`; `nil` if the document must be sent.
    func hash(of document: String) -> String? {
        guard hashing.algorithm == "sha-256", !isUnsupported.withLock({ $0 }) else { return nil }
        var hash = hashing.begin()
        Data(document.utf8).withUnsafeBytes { hash.update($0) }
        return hash.digest().hexadecimal
    }

    func noteUnsupported() {
        isUnsupported.withLock { $0 = true }
    }

    /// The next step after a request that contained only a hash.
    enum Step: Equatable {
        /// The result is final.
        case end
        /// The server has not stored the document yet: send document and hash.
        case register
        /// The server refused the request as a whole, perhaps because it does not support persisted queries: send the
        /// document.
        case sendDocument(isUnsupported: Bool)

        init<Value>(after outcome: Result<GraphQLResult<Value>, NetworkError>) {
            self =
                switch outcome {
                case .success(.failed(let errors)): Self(after: errors)
                case .success: .end
                case .failure(let error):
                    switch error.status {
                    case 400, 404, 405, 422: .sendDocument(isUnsupported: false)
                    default: .end
                    }
                }
        }

        private init(after errors: [GraphQLError]) {
            if errors.contains(where: { $0.reports("PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound") }) {
                self = .register
            } else if errors.contains(where: {
                $0.reports("PERSISTED_QUERY_NOT_SUPPORTED", "PersistedQueryNotSupported")
            }) {
                self = .sendDocument(isUnsupported: true)
            } else if errors.allSatisfy({ $0.path.isEmpty && $0.code != "UNAUTHENTICATED" }) {
                self = .sendDocument(isUnsupported: false)
            } else {
                self = .end
            }
        }
    }
}

extension GraphQLError {
    /// Older servers report the failures of persisted queries only by their messages.
    fileprivate func reports(_ code: String, _ message: String) -> Bool {
        self.code == code || self.message == message
    }
}
