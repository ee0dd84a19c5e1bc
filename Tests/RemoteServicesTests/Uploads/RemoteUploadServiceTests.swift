import Composition
import ContractSuites
import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Models
import Networking
import Persistence
import RemoteServices
import Services
import Synchronization
import Testing

@Suite(.failsOnUnexpectedCalls)
struct RemoteUploadServiceTests {
    @Test("the form has the file's name and the type that its bytes determine")
    func form() async throws {
        try await withTemporaryFolder { folder in
            let picture = PictureFile.bytes(of: .png)
            let file = try PictureFile.write(picture, named: "me \"1\".txt", in: folder)
            let received = Mutex<ReceivedRequest?>(nil)
            let services = try RemoteServicesFixture(
                over: FakeTransport { request in
                    received.withLock { $0 = request }
                    return .json(Wire.receipt(), status: .created)
                })
            let account = try await services.loggedIn()
            _ = try await services.open(account).uploads.uploadAvatar(file, of: account.id) { _ in }

            let request = try #require(received.withLock { $0 })
            let boundary = "boundary-00000000-0000-4000-8000-000000000001"
            #expect(request.head.method == .post)
            #expect(request.head.path == "/v2/users/u-1/avatar")
            #expect(request.head.headerFields[.contentType] == "multipart/form-data; boundary=\(boundary)")
            #expect(request.head.headerFields[.authorization] == "Bearer access-1")
            let head =
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"avatar\"; filename=\"me %221%22.txt\"\r\n"
                + "Content-Type: image/png\r\n\r\n"
            #expect(request.body == Data(head.utf8) + picture + Data("\r\n--\(boundary)--\r\n".utf8))
        }
    }

    @Test("a receipt for other bytes of the same size is a damaged upload")
    func damaged() async throws {
        try await withTemporaryFolder { folder in
            let file = try PictureFile.write(PictureFile.bytes(of: .png), named: "me.png", in: folder)
            let stored = String(repeating: "0", count: 64)
            let services = try RemoteServicesFixture(
                over: MockTransport(.json(Wire.receipt(sha256: stored), status: .created)))
            let account = try await services.loggedIn()
            let error = await expectFailure(.damagedUpload) {
                try await services.open(account).uploads.uploadAvatar(file, of: account.id) { _ in }
            }
            let userMessage = """
                The server's copy differs from me.png: its SHA-256 is \(stored), the file's is \
                de619f15f412840a1d758daae8b2e8aded3ced4c7ebead2ab73d50470a3fa0f6. Upload it again.
                """
            #expect(error?.userMessage == userMessage)
        }
    }

    @Test("a symbolic link uploads the file that it points to")
    func symbolicLink() async throws {
        try await withTemporaryFolder { folder in
            let file = try PictureFile.write(PictureFile.bytes(of: .png), named: "me.png", in: folder)
            let link = folder.appending(path: "link.png", directoryHint: .notDirectory)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            let services = try RemoteServicesFixture(over: MockTransport(.json(Wire.receipt(), status: .created)))
            let account = try await services.loggedIn()
            let receipt = try await services.open(account).uploads.uploadAvatar(link, of: account.id) { _ in }
            #expect(receipt.size == 64)
        }
    }

    @Test(
        "the error quotes a server with stricter rules",
        arguments: [HTTPResponse.Status.contentTooLarge, .unsupportedMediaType])
    func stricter(status: HTTPResponse.Status) async throws {
        try await withTemporaryFolder { folder in
            let file = try PictureFile.write(PictureFile.bytes(of: .png), named: "me.png", in: folder)
            let response = ServerResponse.problem(#"{"title": "No", "detail": "At most 10 bytes."}"#, status: status)
            let services = try RemoteServicesFixture(over: MockTransport(response))
            let account = try await services.loggedIn()
            let error = await expectFailure(.network) {
                try await services.open(account).uploads.uploadAvatar(file, of: account.id) { _ in }
            }
            #expect(error?.userMessage == "At most 10 bytes.")
        }
    }
}
