import ContractSuites
import Networking
import RemoteServices
import Services
import TestSupport
import Testing

struct UserErrorMappingTests {
    @Test(
        "a call's failure becomes the user service's",
        arguments: ErrorMappingTests.exchangeRows + ErrorMappingTests.statusRows + ErrorMappingTests.otherRows)
    func user(row: ErrorMappingTests.Row) {
        let error = UserServiceError(NetworkError.fixture(row.cause))
        #expect(ServiceErrorKind(error) == row.expected)
        expectEvidence(in: error, of: row)
    }
}
