package timestamp

import (
	"fmt"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
)

// monthWords are the months as date writes them. None stands for two months.
var monthWords = [12]string{
	"jan january januar janvier ene enero gen gennaio januari janeiro",
	"feb february februar fév févr février febrero febbraio februari fev fevereiro",
	"mar march mär märz mrz mars marzo mrt maart março",
	"apr april avr avril abr abril aprile",
	"may mai mayo mag maggio mei maio",
	"jun june juni juin junio giu giugno junho",
	"jul july juli juil juillet julio lug luglio julho",
	"aug august août ago agosto augustus",
	"sep sept september septembre septiembre set settembre setembro",
	"oct october okt oktober octobre octubre ott ottobre out outubro",
	"nov november novembre noviembre novembro",
	"dec december dez dezember déc décembre dic diciembre dicembre dezembro",
}

// DayWords are the days of the week likewise, which tell nothing that the date does not.
var DayWords = columnname.WordSet("mon monday tue tuesday wed wednesday thu thursday fri friday sat saturday " +
	"sun sunday " + "mo montag di dienstag mi mittwoch do donnerstag fr freitag sa samstag so sonntag lun lundi mar " +
	"mardi mer mercredi jeu jeudi ven vendredi " +
	"sam samedi dim dimanche lunes martes mié miércoles jue jueves vie viernes sáb sábado dom domingo gio sab ma wo " +
	"vr za zo seg ter qua qui sex")

var monthOf = monthsOf(monthWords)

func monthsOf(names [12]string) map[string]int {
	months := map[string]int{}
	for i, words := range names {
		for word := range strings.FieldsSeq(words) {
			months[word] = i + 1
		}
	}
	return months
}

// MonthOf returns the month of a word; 0 for other words.
func MonthOf(word string) int { return monthOf[word] }

// monthsAbroad are months in other languages. None stands for two: Croatian, if lipanj and listopad would, is left out.
var monthsAbroad = [12]string{
	"januari january jän jänner jan. ianuarie ian leden ledna led január januára janv stycznia styczeń sty января " +
		"январь янв січня січень січ януари ян ιανουαρίου ιανουάριος ιαν ocak oca tammikuu tammikuuta tammi sausio " +
		"sausis jaanuar janvāris janvārī gener gen jaan",
	"februari feber febr február februára únor února úno fev lutego luty lut февраля февраль фев февр лютого лютий " +
		"лют февруари φεβρουαρίου φεβρουάριος φεβ şubat şub helmikuu helmikuuta helmi vasario vasaris veebruar veebr " +
		"februāris februārī februarie",
	"marts marec marca március márc marzec martie březen března bře марта март мар марті березня березень бер " +
		"μαρτίου μάρτιος μαρ μάρ mart maaliskuu maaliskuuta maalis kovo kovas märts marsa március març",
	"aprill apríl apríla április ápr aprilie duben dubna dub kwietnia kwiecień kwi апреля апрель апр квітня квітень " +
		"кві април απριλίου απρίλιος απρ nisan nis huhtikuu huhtikuuta huhti balandžio balandis aprīlis aprīlī",
	"máj mája május maj maja květen května kvě мая май травня травень тра μαΐου μάιος μαΐ μάι mayıs toukokuu " +
		"toukokuuta touko gegužės gegužė maijs maijā maig mei",
	"jún júna június juin. iunie iun czerwca czerwiec cze června červen čvn июня июнь июн червня червень чер юни " +
		"ιουνίου ιούνιος ιουν ιούν haziran haz kesäkuu kesäkuuta kesä birželio birželis juuni jūnijs jūnijā juny juno",
	"júl júla július iulie iul lipca lipiec lip července červenec čvc июля июль июл липня липень юли ιουλίου ιούλιος " +
		"ιουλ ιούλ temmuz tem heinäkuu heinäkuuta heinä liepos liepa juuli jūlijs jūlijā juliol",
	"augusti augusztus augusta sierpnia sierpień sie srpna srpen srp августа август авг серпня серпень сер αυγούστου " +
		"αύγουστος αυγ αύγ ağustos ağu elokuu elokuuta elo rugpjūčio rugpjūtis augusts augustā agustus agt agu avg",
	"septembra szeptember szept septembrie wrzesień września wrz září zář сентября сентябрь сен сент вересня " +
		"вересень вер септември σεπτεμβρίου σεπτέμβριος σεπ σεπτ eylül eyl syyskuu syyskuuta syys rugsėjo rugsėjis " +
		"septembris septembrī setembre",
	"októbra október octombrie października październik paź října říjen říj октября октябрь окт жовтня жовтень жов " +
		"октомври οκτωβρίου οκτώβριος οκτ ekim eki lokakuu lokakuuta loka spalio spalis oktoober oktoobris " +
		"oktobris oktobrī",
	"novembra noiembrie noi listopada listopad lis listopadu ноября ноябрь ноя нояб листопада лис ноември νοεμβρίου " +
		"νοέμβριος νοε νοέ kasım kas marraskuu marraskuuta marras lapkričio lapkritis novembris novembrī",
	"decembra decembrie grudnia grudzień gru prosince prosinec pro декабря декабрь дек грудня грудень гру декември " +
		"δεκεμβρίου δεκέμβριος δεκ aralık ara joulukuu joulukuuta joulu gruodžio gruodis detsember dets decembris " +
		"decembrī desember des desembre",
}

var daysAbroad = columnname.WordSet("maandag dinsdag woensdag donderdag vrijdag zaterdag zondag segunda terça quarta " +
	"quinta sexta feira lunedì martedì mercoledì giovedì venerdì sabato domenica " +
	"måndag tisdag onsdag torsdag fredag lördag söndag mån tis ons tors tor fre lör sön mandag tirsdag lørdag søndag " +
	"man tir lør søn ma ti ke to pe la su maanantaina tiistaina keskiviikkona torstaina perjantaina lauantaina " +
	"sunnuntaina " +
	"poniedziałek wtorek środa czwartek piątek sobota niedziela pon wt śr czw pt sob niedz ndz pondělí úterý " +
	"středa čtvrtek pátek neděle po út st čt pá ne pondelok utorok streda štvrtok piatok nedeľa ut str št pi " +
	"hétfő kedd szerda csütörtök péntek szombat vasárnap sze cs p szo v h k pazartesi salı çarşamba perşembe cuma " +
	"cumartesi pazar pzt sal çar per cum cmt paz luni marți miercuri joi vineri sâmbătă duminică lun mie joi " +
	"vin sâm dum " + "понедельник вторник среда четверг пятница суббота воскресенье пн вт ср чт пт сб вс понеділок " +
	"середа четвер п'ятниця субота неділя нд δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή δευ τρί τετ " +
	"πέμ παρ σάβ κυρ δε τρ τε πε πα σα κυ " +
	"月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日 月 火 水 木 金 土 日 星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天 週一 週二 週三 週四 週五 週六 週日 周一 周二 周三 周四 周五 " +
	"周六 周日 " + "월요일 화요일 수요일 목요일 금요일 토요일 일요일 월 화 수 목 금 토 일")

// between are words around the parts of a date and a time of day that say nothing, as of in Spanish and at in French.
var between = columnname.WordSet("de del di du da le el den der dem am um uhr à a á as às at h kl klo klokken alle " +
	"ore om ора dne dňa v o la las los los и в во г року р р. год г. ora orele saat ve och og ja the of on th st nd " +
	"rd er m d t y години час 时间 到")

// halves are the words for the halves of the day without points and blanks; some only count after the time of day.
var halves = []half{
	{"오전", "AM", false}, {"오후", "PM", false}, {"午前", "AM", false}, {"午後", "PM", false},
	{"上午", "AM", false}, {"下午", "PM", false}, {"凌晨", "AM", false}, {"清晨", "AM", false}, {"早上", "AM", false},
	{"中午", "PM", false}, {"晚上", "PM", false},
	{"am", "AM", false}, {"pm", "PM", false}, {"πμ", "AM", false}, {"μμ", "PM", false}, {"öö", "AM", false},
	{"ös", "PM", false},
	{"fm", "AM", false}, {"em", "PM", false}, {"dop", "AM", false}, {"odp", "PM", false}, {"дп", "AM", false},
	{"пп", "PM", false},
	{"vorm", "AM", false}, {"nachm", "PM", false}, {"vormittags", "AM", false}, {"nachmittags", "PM", false},
	{"ap", "AM", true}, {"ip", "PM", true},
	{"sa", "AM", true}, {"ch", "PM", true}, {"pg", "AM", true}, {"ptg", "PM", true}, {"de", "AM", true},
	{"du", "PM", true}, {"ص", "AM", false}, {"م", "PM", false},
}

type half struct {
	word, is string
	after    bool
}

var monthAbroad = monthsOf(monthsAbroad)

func monthNamed(small string) int {
	if month := monthOf[small]; month > 0 {
		return month
	}
	return monthAbroad[small]
}

func isDayName(small string) bool { return DayWords[small] || daysAbroad[small] }

// date returns the date as numbers and a blank; empty if there is none.
func (l *localised) date() (date string, yearless, ok bool) {
	if l.month == 0 && l.weekday != "" && (len(l.numbers) == 2 || len(l.numbers) == 1 && l.marked == [6]string{}) {
		l.month = monthNamed(l.weekday)
	}
	switch {
	case l.marked[markedYear]+l.marked[markedMonth]+l.marked[markedDay] != "":
		return l.markedDate()
	case l.month > 0:
		return l.named()
	case len(l.numbers) == 0:
		return "", false, true
	case len(l.numbers) < 3 || l.separators[0] != l.separators[1] || l.separators[0] == 0:
		return "", false, false
	}
	by := string(l.separators[:1])
	if len(l.numbers[0]) == len("2026") {
		by = "-"
	}
	return strings.Join(l.numbers, by) + " ", false, true
}

func (l *localised) markedDate() (date string, yearless, ok bool) {
	year, month, day := l.marked[markedYear], l.marked[markedMonth], l.marked[markedDay]
	if month == "" || day == "" || len(l.numbers) > 0 {
		return "", false, false
	}
	if yearless = year == ""; yearless {
		year = leapYear
	}
	return year + "-" + month + "-" + day + " ", yearless, len(year) == len("2026")
}

const leapYear = "2000"

func (l *localised) named() (date string, yearless, ok bool) {
	const digits = len("2026")
	year, day := leapYear, ""
	switch len(l.numbers) {
	case 1:
		day, yearless = l.numbers[0], true
	case 2:
		if day, year = l.numbers[0], l.numbers[1]; len(day) == digits {
			day, year = year, day
		}
		if len(year) != digits && !(l.monthAt == 1 && len(year) == 2) { // 14-mrt-26
			return "", false, false
		}
	}
	if len(day) == 0 || len(day) > 2 || yearless && l.clock == "" {
		return "", false, false
	}
	if len(year) == 2 {
		year = fmt.Sprint(fullYear(Part{value: int(year[0]-'0')*10 + int(year[1]-'0'), Digits: 2}))
	}
	return fmt.Sprintf("%s-%02d-%02s ", year, l.month, day), yearless, true
}

// timeOfDay returns the time of day, with its half of the day and its zone; it is empty if there is none.
func (l *localised) timeOfDay() (text string, ok bool) {
	if l.marked[markedHour] != "" {
		if l.clock != "" || l.marked[markedMinute] == "" {
			return "", false
		}
		parts := l.marked[markedHour:]
		l.clock = fmt.Sprintf("%s:%02s:%02s", parts[0], parts[1], parts[2])
	} else if slices.ContainsFunc(l.marked[markedMinute:], func(part string) bool { return part != "" }) {
		return "", false
	}
	if l.clock == "" {
		return "", l.half == "" && l.zone == ""
	}
	if l.half != "" {
		if hour, rest, _ := strings.Cut(l.clock, ":"); strings.Trim(hour, "0") == "" {
			l.clock = "12:" + rest // in Japan, noon is 0 in the afternoon
		}
		l.half = " " + l.half
	}
	zone := l.zone
	if zone != "" && celltext.IsLetter(zone[0]) && zone != "Z" {
		zone = " " + zone
	}
	return l.clock + l.half + zone, true
}
