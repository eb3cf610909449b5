package columnname

import (
	"strings"
)

// Names in other languages are understood as their words in English are, of which the decisions are made. Words that need no more than
// to be known stand in the tables of those; here are such as are written in other letters, or without blanks between them.

// exactTranslations are units whose case tells milli from mega, as it does in Latin letters.
var exactTranslations = map[string]string{"мВт": "mW", "МВт": "MW", "мДж": "mJ", "МДж": "MJ", "мВтч": "mWh", "МВтч": "MWh"}

// translatedWords are whole words in small letters: Russian, Bulgarian and Ukrainian ones.
var translatedWords = map[string]string{
	"мощность": "power", "мощности": "power", "потужність": "power", "энергия": "energy", "энергии": "energy", "электроэнергия": "energy", "енергія": "energy", "енергия": "energy",
	"вт": "w", "квт": "kw", "мвт": "mw", "мквт": "uw", "втч": "wh", "квтч": "kwh", "мвтч": "mwh", "дж": "j", "кдж": "kj", "мдж": "mj", "ватт": "watt", "киловатт": "kilowatt",
	"ч": "h", "час": "h", "с": "s", "сек": "s", "мс": "ms", "ток": "current", "тока": "current", "струм": "current", "напряжение": "voltage", "напряжения": "voltage", "напруга": "voltage",
	"напрежение": "voltage", "частота": "frequency", "температура": "temperature", "влажность": "humidity", "коэффициент": "factor", "коефіцієнт": "factor",
	"активная": "active", "активна": "active", "реактивная": "reactive", "реактивна": "reactive", "реактивной": "reactive", "полная": "apparent", "полной": "apparent", "повна": "apparent",
	"вар": "var", "квар": "kvar", "ва": "va", "ква": "kva", "сумма": "sum", "суммарная": "total", "общая": "total", "всего": "total", "итого": "total", "средняя": "average", "среднее": "average",
	"максимум": "max", "максимальная": "max", "минимум": "min", "минимальная": "min", "фаза": "phase", "время": "time", "дата": "date",
}

// translatedPieces are parts of words that no blanks part: Chinese in simplified and traditional characters, Japanese and Korean. Where
// several begin at a place, the longest is meant: 功率 is power, 功率因数 its factor.
var translatedPieces = map[string]string{
	"功率": "power", "电力": "power", "電力": "power", "전력": "power", "功耗": "power", "电能": "energy", "電能": "energy", "电量": "energy", "電量": "energy", "電力量": "energy", "전력량": "energy",
	"能耗": "energy", "エネルギー": "energy", "에너지": "energy", "瓦": "watt", "千瓦": "kilowatt", "毫瓦": "milliwatt", "兆瓦": "megawatt", "瓦时": "wh", "千瓦时": "kwh", "ワット": "watt", "와트": "watt",
	"功率因数": "factor", "功率因數": "factor", "功率因素": "factor", "力率": "factor", "역률": "factor", "无功": "reactive", "無功": "reactive", "無効": "reactive", "무효": "reactive", "视在": "apparent",
	"視在": "apparent", "皮相": "apparent", "피상": "apparent", "电压": "voltage", "電壓": "voltage", "電圧": "voltage", "전압": "voltage", "电流": "current", "電流": "current", "전류": "current",
	"频率": "frequency", "頻率": "frequency", "周波数": "frequency", "주파수": "frequency", "温度": "temperature", "溫度": "temperature", "온도": "temperature", "湿度": "humidity", "濕度": "humidity", "습도": "humidity",
	"效率": "efficiency", "効率": "efficiency", "효율": "efficiency", "额定": "rated", "額定": "rated", "定格": "rated", "정격": "rated", "总": "total", "總": "total", "合计": "total", "合計": "total", "총": "total", "합계": "total",
	"平均": "average", "평균": "average", "最大": "max", "최대": "max", "最小": "min", "최소": "min", "相": "phase", "有功": "active", "有効": "active", "유효": "active", "消費": "consumed", "消费": "consumed", "소비": "consumed",
	"发电": "solar", "發電": "solar", "発電": "solar", "발전": "solar", "光伏": "pv", "売電": "export", "買電": "import", "放電": "battery", "充電": "battery", "放电": "battery", "充电": "battery",
	"时间": "time", "時間": "time", "時刻": "time", "时刻": "time", "日時": "time", "시간": "time", "일시": "time", "日期": "date", "日付": "date", "날짜": "date", "编号": "id", "編號": "id",
}

// longestPiece is how many characters such a part has at most.
const longestPiece = 5

// inEnglish returns the words that a word is or is made of, where they are known in English, and else as they stand.
func inEnglish(word string) []string {
	if english := exactTranslations[word]; english != "" {
		return []string{english}
	}
	if english := translatedWords[strings.ToLower(word)]; english != "" {
		return []string{english}
	}
	var words []string
	letters, begin := []rune(word), 0
	for at := 0; at < len(letters); {
		english, length := pieceAt(letters[at:])
		if length == 0 {
			at++
			continue
		}
		if begin < at {
			words = append(words, apart(string(letters[begin:at]))...)
		}
		words = append(words, english)
		at += length
		begin = at
	}
	if begin < len(letters) {
		words = append(words, apart(string(letters[begin:]))...)
	}
	return words
}

// pieceAt returns the longest part that letters begin with, in English, and how many they are of it; none where they begin with none.
func pieceAt(letters []rune) (english string, length int) {
	for length = min(longestPiece, len(letters)); length > 0; length-- {
		if english = translatedPieces[string(letters[:length])]; english != "" {
			return english, length
		}
	}
	return "", 0
}
