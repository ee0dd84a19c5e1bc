import Foundation
import HTTPTypes
import Primitives

extension HTTPRequest {
    /// Scheme, host and port; `nil` for a request without scheme or authority.
    var origin: Origin? {
        guard let scheme, let authority else { return nil }
        return URL(string: "\(scheme)://\(authority)").flatMap { Origin($0) }
    }
}
