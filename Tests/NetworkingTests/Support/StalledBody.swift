import Foundation
import HTTPTypes
import Networking
import TestSupport

extension ServerResponse {
    /// An answer whose body gives `text` and then nothing until the gate opens, or until the reader is cancelled.
    static func stalled(at gate: Gate, after text: String) -> ServerResponse {
        ServerResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]),
            body: .stream(ByteStream(ScriptedBytes(.piece(Data(text.utf8)), .pass(gate)))))
    }
}
