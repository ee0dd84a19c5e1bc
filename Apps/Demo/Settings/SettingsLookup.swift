/// Finds the value of a setting: from its option, or from the first source that has it.
struct SettingsLookup {
    /// In order of precedence, after the command line.
    let places: [SettingsSource]

    func text<Value>(
        _ key: SettingKey, typed: String?, _ setting: Setting<String, Value>
    ) throws(SettingsError) -> Value? {
        if let typed { return try read(typed, of: key, setting) }
        for place in places {
            guard let text = try place.text(key) else { continue }
            return try place.read(text, of: key, setting)
        }
        return nil
    }

    func number<Value>(
        _ key: SettingKey, typed: Double?, _ setting: Setting<Double, Value>
    ) throws(SettingsError) -> Value? {
        if let typed { return try read(typed, of: key, setting) }
        for place in places {
            guard let number = try place.number(key) else { continue }
            return try place.read(number, of: key, setting)
        }
        return nil
    }

    private func read<Raw, Value>(
        _ typed: Raw, of key: SettingKey, _ setting: Setting<Raw, Value>
    ) throws(SettingsError) -> Value {
        do throws(Misfit) {
            return try setting.read(typed).get()
        } catch {
            throw .typed(key, error)
        }
    }
}
