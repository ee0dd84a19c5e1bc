import Crypto
import Foundation
import Synchronization

/// The documents that clients have sent with their hash (Apollo's automatic persisted queries). They are stored in
/// memory only, so clients send them again after a restart.
final class PersistedQueries: Sendable {
    private struct State {
        var documents: [String: String] = [:]
        /// Oldest first.
        var hashes: [String] = []
        var size = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    /// The bytes of a document's hash in both collections.
    private static let overhead = 128

    /// - Parameter limit: the largest size of all documents and hashes, in bytes. The oldest are removed first.
    init(limit: Int) {
        self.limit = limit
    }

    /// The document of a request.
    /// - Throws: `PERSISTED_QUERY_NOT_FOUND` for an unknown hash, and an error for a hash of another document.
    func document(of request: GraphQLRequest) throws(GraphQLRequestError) -> String {
        guard let hash = request.persistedQuery else { return request.query ?? "" }
        guard hash.version == 1 else {
            throw GraphQLRequestError(.persistedQueryNotSupported, "PersistedQueryNotSupported")
        }
        guard let text = request.query else {
            // Clients compare the message as well as the code.
            guard let text = state.withLock({ $0.documents[hash.sha256Hash.lowercased()] }) else {
                throw GraphQLRequestError(.persistedQueryNotFound, "PersistedQueryNotFound")
            }
            return text
        }
        guard Data(SHA256.hash(data: Data(text.utf8))).hexadecimal == hash.sha256Hash.lowercased() else {
            throw GraphQLRequestError(.badUserInput, "The sha256Hash does not match the query.")
        }
        return text
    }

    /// Stores the document of a request that has both document and hash. Call it for valid documents only.
    func store(_ request: GraphQLRequest) {
        guard let hash = request.persistedQuery?.sha256Hash.lowercased(), let text = request.query else { return }
        state.withLock { state in
            guard state.documents.updateValue(text, forKey: hash) == nil else { return }
            state.hashes.append(hash)
            state.size += text.utf8.count + Self.overhead
            while state.size > limit {
                let oldest = state.documents.removeValue(forKey: state.hashes.removeFirst())
                state.size -= (oldest?.utf8.count ?? 0) + Self.overhead
            }
        }
    }
}
