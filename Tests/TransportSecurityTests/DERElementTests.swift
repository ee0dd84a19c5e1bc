import Testing
import TransportSecurity

@Suite("DER elements")
struct DERElementTests {
    @Test("a DER element of any length is read from the front with its own bytes only")
    func take() throws {
        for count in [0, 1, 0x7F, 0x80, 0xFF, 0x100, 0xFFFF, 0x10000] {
            let content = [UInt8](repeating: 7, count: count)
            let encoded = [0x30] + length(count) + content
            var bytes = (encoded + [1, 2])[...]
            let element = try #require(DERElement(takenFrom: &bytes))
            #expect(element.tag == 0x30)
            #expect(Array(element.content) == content)
            #expect(Array(element.encoded) == encoded)
            #expect(Array(bytes) == [1, 2])
        }
    }

    @Test(
        "invalid DER is rejected, and no bytes are consumed",
        arguments: [
            [], [0x30], [0x30, 1], [0x30, 0x81], [0x30, 0x81, 0x80], [0x30, 0x80, 0, 0], [0x30, 0x81, 1, 0],
            [0x30, 0x82, 0, 0x80] + [UInt8](repeating: 0, count: 0x80), [0x30, 0x85, 0, 0, 0, 0, 1, 0],
            [0x1F, 0x20, 0],
            [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 0xFF, 1],
        ] as [[UInt8]])
    func refuse(encoded: [UInt8]) {
        var bytes = encoded[...]
        let element = DERElement(takenFrom: &bytes)
        #expect(element == nil)
        #expect(Array(bytes) == encoded)
    }

    @Test("a constructed DER element returns its children, and none if one of them is invalid")
    func children() throws {
        var whole: ArraySlice<UInt8> = [0x30, 5, 2, 1, 9, 5, 0]
        #expect(try #require(DERElement(takenFrom: &whole)).children?.map(\.tag) == [2, 5])
        var broken: ArraySlice<UInt8> = [0x30, 5, 2, 1, 9, 5, 1]
        let children = try #require(DERElement(takenFrom: &broken)).children
        #expect(children == nil)
    }

    private func length(_ count: Int) -> [UInt8] {
        switch count {
        case ..<0x80: [UInt8(count)]
        case ..<0x100: [0x81, UInt8(count)]
        case ..<0x10000: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
        default: [0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
        }
    }
}
