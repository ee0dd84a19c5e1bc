import ContractSuites
import Networking
import RemoteServices
import Services
import TestSupport
import Testing

struct UploadErrorMappingTests {
    @Test(
        "an upload service reports invalid fields as a failure of the call",
        arguments: ErrorMappingTests.statusRows + ErrorMappingTests.otherRows)
    func upload(row: ErrorMappingTests.Row) {
        let error = UploadServiceError(NetworkError.fixture(row.cause))
        guard case .invalid = row.expected else {
            #expect(ServiceErrorKind(error) == row.expected)
            return expectEvidence(in: error, of: row)
        }
        #expect(ServiceErrorKind(error) == .network)
        #expect(error.failure?.kind == .rejected)
        #expect(error.userMessage == NetworkError.fixture(row.cause).userMessage)
    }
}
