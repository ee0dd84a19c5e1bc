import Foundation
import HTTPTypes
import Networking
import TestSupport

extension ServerResponse {
    /// An answer in the media type that is given.
    static func text(_ text: String, as type: String, status: HTTPResponse.Status = .ok) -> ServerResponse {
        .data(Data(text.utf8), status: status, fields: [.contentType: type])
    }
}
