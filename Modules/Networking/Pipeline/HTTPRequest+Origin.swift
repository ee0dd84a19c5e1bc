import Foundation
import HTTPTypes
import Primitives

extension HTTPRequest {
    /// Scheme, host and port, or `nil` for a request without.
    var origin: Origin? {
        guard let scheme, let authority else { return nil }
        return URL(string: "\(scheme)://\(authority)").flatMap { Origin($0) }
    }
}
