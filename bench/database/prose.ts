import type { Random } from './random.ts';

/** Language of a session's talk. */
export type Language = 'en' | 'ru' | 'ja' | 'zh' | 'ko';

const COMMON =
  'the of and to in is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so said what up its about into than them can only other new some could time these two may then do first any my now such like our over man me even most made after also did many before must through back years where much your way well down should because each just those people how too little state good very make world still own see men work long get here between both life being under never day same another know while last might us great old year off come since against go came right used take three';
const TECHNICAL =
  'build deploy server request response function module import export service container image layer cache query index table column migration schema session message token model prompt context tool result terminal command output exit code file path folder branch commit merge rebase test suite fixture mock assert failure retry timeout latency throughput queue worker thread process memory leak garbage collector heap stack trace exception handler promise callback stream buffer socket proxy gateway router middleware endpoint payload header cookie certificate cipher signature hash digest checksum compression archive backup restore snapshot replica shard cluster node leader follower election quorum consensus ledger invoice currency rounding decimal integer float string array object property method class interface generic inference compiler linker loader debugger profiler benchmark regression';
const RUSSIAN =
  'сборка сервер ошибка запрос ответ память поток очередь завтра погода дождь напоминание письмо перевод срок неделя встреча проект задача решение проверка журнал версия обновление настройка база данных таблица индекс поиск сообщение сессия модель токен стоимость отчёт график день время работа вопрос пример код тест модуль функция файл папка ветка слияние';
const JAPANESE = [
  '文字化け',
  '請求書',
  '確認します',
  'サーバー',
  'データベース',
  '検索',
  '設定',
  'エラー',
  '原因',
  '修正',
  'しました',
  'です',
  'ます',
  'これは',
  'あとで',
  '明日',
  '会議',
  '資料',
  '更新',
  '保存',
  '翻訳',
  '画像',
  '文章',
  'お願いします',
  '問題',
  '解決',
  '手順',
  '実行',
  '結果',
  '日本語',
];
const CHINESE = [
  '登录',
  '页面',
  '部署',
  '备份',
  '数据库',
  '重启',
  '错误',
  '搜索',
  '消息',
  '会话',
  '模型',
  '费用',
  '今天',
  '明天',
  '计划',
  '测试',
  '通过',
  '失败',
  '原因',
  '解决',
  '方案',
  '文件',
  '路径',
  '端口',
  '脚本',
  '更新',
  '版本',
  '说明',
  '检查',
  '完成',
];
const KOREAN = [
  '회의록',
  '요약',
  '검색',
  '색인',
  '오류',
  '서버',
  '배포',
  '내일',
  '오늘',
  '확인',
  '완료',
  '문제',
  '해결',
  '비용',
  '보고서',
  '공유',
  '파일',
  '경로',
  '시험',
  '결과',
];

const COMMON_WORDS = COMMON.split(' ');
const TECHNICAL_WORDS = TECHNICAL.split(' ');
const RUSSIAN_WORDS = RUSSIAN.split(' ');

/** How many different sentences a language has; enough that no two messages look alike, few enough to be quick. */
const POOL_SIZE = 4000;

/** Sentences by language, made once and picked from. Word frequencies fall off as in real talk. */
export class Prose {
  readonly #random: Random;
  readonly #pools: Readonly<Record<Language, readonly string[]>>;

  constructor(random: Random) {
    this.#random = random;
    const pool = (make: () => string) => Array.from({ length: POOL_SIZE }, make);
    this.#pools = {
      en: pool(() => this.#english()),
      ru: pool(() => this.#spaced(RUSSIAN_WORDS)),
      ja: pool(() => this.#joined(JAPANESE, '。')),
      zh: pool(() => this.#joined(CHINESE, '。')),
      ko: pool(() => this.#spaced(KOREAN)),
    };
  }

  /** Some sentences of a language. */
  sentences(language: Language, count: number): string {
    const pool = this.#pools[language];
    const glue = language === 'ja' || language === 'zh' ? '' : ' ';
    return Array.from({ length: count }, () => this.#random.pick(pool)).join(glue);
  }

  /** A few words for a title. */
  title(language: Language): string {
    return this.#random
      .pick(this.#pools[language])
      .replace(/[.。]$/u, '')
      .slice(0, 48)
      .trim();
  }

  #english(): string {
    const words = Array.from({ length: this.#random.between(6, 16) }, () => this.#englishWord());
    const sentence = words.join(' ');
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
  }

  #englishWord(): string {
    const random = this.#random;
    if (random.chance(0.0012)) return 'docker';
    if (random.chance(0.0035)) return 'error';
    if (random.chance(0.02)) return `${random.pick(TECHNICAL_WORDS)}-${random.pick(TECHNICAL_WORDS)}`;
    // Squaring the number favours the words at the front of a list.
    const list = random.chance(0.62) ? COMMON_WORDS : TECHNICAL_WORDS;
    return list[Math.floor(random.next() ** 2 * list.length)] ?? 'and';
  }

  #spaced(words: readonly string[]): string {
    return `${Array.from({ length: this.#random.between(5, 12) }, () => this.#random.pick(words)).join(' ')}.`;
  }

  #joined(words: readonly string[], end: string): string {
    return Array.from({ length: this.#random.between(4, 9) }, () => this.#random.pick(words)).join('') + end;
  }
}
