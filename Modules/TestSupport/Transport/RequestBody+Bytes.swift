package import Foundation
package import Networking

extension RequestBody {
    /// All bytes, as a server receives them. Throws if the body does not have its declared length.
    package func bytes() async throws(TransportError) -> Data {
        switch self {
        case .empty: return Data()
        case .data(let data): return data
        case .stream(let stream):
            let bytes = try await stream.open().collect(upTo: 64 * 1024 * 1024)
            guard stream.length.map({ $0 == bytes.count }) ?? true else {
                throw .requestBody(
                    reason: "The request body does not match its declared length. Declare the right length, or none.")
            }
            return bytes
        }
    }
}
