// Node-API before 10 holds no references to strings: this keeps the bytes and makes the string anew each time.
struct KeptString {
	KeptString() : env(nullptr) {}
	explicit KeptString(Napi::String string) : env(string.Env()), text(string.Utf8Value()) {}
	Napi::String Value() const { return Napi::String::New(env, text); }
	napi_env env;
	std::string text;
};

