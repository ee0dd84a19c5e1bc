import Foundation
import HTTPTypes
import Networking

/// A transport that simulates a server with a door, one user and one overdue book. The first key opens only the door.
struct LibraryTransport: Transport {
    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        let key = request.headerFields[.authorization]
        switch (request.method, request.path) {
        case (.post, "/door"): return response(card(1))
        case (.post, "/door/refresh"): return response(card(2))
        case (.get, "/hours"): return response(#"["Mon 9-17"]"#)
        case (.get, "/holders/me") where key == "Bearer key-2": return response(holder)
        case (.get, "/loans?overdue=true") where key == "Bearer key-2":
            return response(#"[{"title": "Sketch of the Analytical Engine", "days_overdue": 66000}]"#)
        case (.get, _): return response("{}", status: .unauthorized)
        default: return response("{}", status: .notFound)
        }
    }

    func shutdown() async {}

    private func card(_ number: Int) -> String {
        #"{"holder": "u-ada", "key": "key-\#(number)", "spareKey": "spare-\#(number)", "validForSeconds": 60}"#
    }

    private var holder: String {
        #"{"id": "u-ada", "name": "Ada Lovelace"}"#
    }

    private func response(_ json: String, status: HTTPResponse.Status = .ok) -> ServerResponse {
        let head = HTTPResponse(status: status, headerFields: [.contentType: "application/json"])
        return ServerResponse(head: head, body: .stream(ByteStream(Data(json.utf8))))
    }
}
