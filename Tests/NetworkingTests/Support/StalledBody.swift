import Foundation
import HTTPTypes
import Networking
import TestSupport

extension ServerResponse {
    /// A response whose body sends `text` and then nothing until the gate opens or the reader is cancelled.
    static func stalled(at gate: Gate, after text: String) -> ServerResponse {
        ServerResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]),
            body: .stream(ByteStream(ScriptedBytes(.piece(Data(text.utf8)), .pass(gate)))))
    }
}
