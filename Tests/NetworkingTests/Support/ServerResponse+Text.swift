import Foundation
import HTTPTypes
import Networking
import TestSupport

extension ServerResponse {
    /// A response of the given media type.
    static func text(_ text: String, as type: String, status: HTTPResponse.Status = .ok) -> ServerResponse {
        .data(Data(text.utf8), status: status, fields: [.contentType: type])
    }
}
