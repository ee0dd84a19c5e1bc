import ContractSuites
import Foundation
import Models
import Primitives
import Services
import TestSupport
import Testing

struct MockUserServiceTests {
    @Test("a mock returns the responses that a test sets up")
    func responses() async throws {
        let user = try User.fixture(id: "u-7")
        let users = MockUserService(
            me: .value(user),
            user: .closure { id throws(UserServiceError) in
                guard id == user.id else { throw .forbidden(nil) }
                return user
            }, delete: .success)
        #expect(try await users.me() == user)
        #expect(try await users.user(id: user.id) == user)
        await expectFailure(.forbidden) { try await users.user(id: .fixture("other")) }
        try await users.delete(id: user.id)
    }

    @Test("a call without a response throws an error that names the call and the line that made the mock")
    func unexpected() async throws {
        let (users, id) = (MockUserService(), try User.ID("u-1"))
        await expectUnexpectedCalls([
            "UserService.me()": { _ = try await users.me() },
            "UserService.user(id:)": { _ = try await users.user(id: id) },
            "UserService.users(page:)": { _ = try await users.users(page: PageRequest(size: 1)) },
            "UserService.updateProfile(of:with:)": { _ = try await users.updateProfile(of: id, with: ProfilePatch()) },
            "UserService.delete(id:)": { try await users.delete(id: id) },
        ])
    }
}
