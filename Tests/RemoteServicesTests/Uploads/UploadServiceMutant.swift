import ContractSuites
import Foundation
import Models
import Networking
import Persistence
import RemoteServices
import Services
import TestSupport

/// An upload service with one planted fault, which the contract must reject.
enum UploadServiceMutant: String, CaseIterable, Sendable {
    case uploadingReportsNothing, uploadingForgetsTheCopy, uploadingTakesAnything

    /// The services on FakeBackend, with this one fault.
    func subject() throws -> ServiceSubject {
        try ServiceSubject.fakeBackend().changingEachProcess { subject in
            let right = subject
            subject.uploads = { MutantUploadService(mutant: self, subject: right, base: right.uploads($0)) }
        }
    }
}

private struct MutantUploadService: UploadService {
    let mutant: UploadServiceMutant
    let subject: ServiceSubject
    let base: any UploadService

    func uploadAvatar(
        _ file: URL, of id: UserID, progress: @escaping @Sendable (UploadProgress) -> Void
    ) async throws(UploadServiceError) -> AvatarReceipt {
        do throws(UploadServiceError) {
            let isSilent = mutant == .uploadingReportsNothing
            let receipt = try await base.uploadAvatar(file, of: id) { if !isSilent { progress($0) } }
            if mutant == .uploadingForgetsTheCopy {
                let account = AccountID(server: subject.server, userID: id)
                _ = await changing { () async throws(StoreError) in
                    try await subject.copies.remove(id: id, of: account)
                }
            }
            return receipt
        } catch {
            guard mutant == .uploadingTakesAnything, case .specific(.unsuitableFile) = error else { throw error }
            return AvatarReceipt(
                avatarURL: file, contentType: "image/png", size: 0, sha256: "", uploadedAt: Timestamp(.distantPast))
        }
    }
}
