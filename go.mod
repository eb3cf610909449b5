module green500

go 1.26.0
