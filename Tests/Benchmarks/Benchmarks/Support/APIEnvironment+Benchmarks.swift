import Foundation
import Networking
import Primitives

extension APIEnvironment {
    /// A server on this machine.
    static func local(port: Int) throws -> APIEnvironment {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw BenchmarkFailure("No port: \(port)") }
        return try APIEnvironment(name: "response-server", baseURL: url)
    }
}

/// A benchmark that could not run or has an impossible result.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
