package inspector

import "testing"

func TestCheckURLRefusesMetadataInEverySpelling(t *testing.T) {
	for _, host := range []string{
		"169.254.169.254", "169.254.169.254.", "169.254.1.1",
		"2852039166", "0xA9FEA9FE", "0xa9.0xfe.0xa9.0xfe", "0251.0376.0251.0376", "169.254.43518", "169.16689662",
		"[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]", "[::169.254.169.254]", "[::ffff:0:169.254.169.254]",
		"[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::a9fe:a9fe]", "[2002:a9fe:a9fe::]", "[2001:0:4136:e378:8000:63bf:5601:5601]", "[2001:0:a9fe:a9fe::1]", "[2001:db8::5efe:169.254.169.254]", "[fe80::1]", "[fe80::1%25eth0]", "[ff02::1]",
		"[fd00:ec2::254]", "100.100.100.200", "192.0.0.192", "168.63.129.16",
		"metadata.google.internal", "METADATA.google.internal.", "metadata", "instance-data",
		"１６９.２５４.１６９.２５４", "169。254。169。254", "①⑥⑨.254.169.254",
	} {
		if err := CheckURL("http://" + host + "/latest/"); err == nil {
			t.Errorf("%s: allowed", host)
		}
	}
}

func TestCheckURLAllowsWhatAgentsUse(t *testing.T) {
	for _, u := range []string{
		"http://127.0.0.1:7430/v1.0", "http://localhost:8080", "https://agent.example/a2a", "http://10.0.0.7/",
		"http://[::1]:9000/", "https://[2001:db8::1]/", "http://192.168.1.4:1/", "https://bücher.example/a2a",
	} {
		if err := CheckURL(u); err != nil {
			t.Errorf("%s: %v", u, err)
		}
	}
}

func TestCheckURLRefusesOtherSchemes(t *testing.T) {
	for _, u := range []string{"file:///etc/passwd", "javascript:alert(1)", "ftp://a/b", "gopher://a", "/relative", "//host/x", "http:///x", "unix:/run/x", "http://%zz"} {
		if err := CheckURL(u); err == nil {
			t.Errorf("%s: allowed", u)
		}
	}
}

func FuzzCheckURL(f *testing.F) {
	f.Add("http://169.254.169.254/")
	f.Add("http://0xA9FEA9FE/")
	f.Add("http://[::ffff:a9fe:a9fe]:80/x")
	f.Fuzz(func(t *testing.T, raw string) { _ = CheckURL(raw) })
}
