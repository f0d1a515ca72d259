// 観戦の言葉。

export default {
  'tv.title': '観戦',
  'tv.of': '{game}の観戦',
  'tv.card': '{game}の観戦：{names}',
  'tv.channels': 'ゲームを選ぶ',
  'tv.open': '対局室へ',
  'tv.other': '別の対局を映しています：{names}',
  'tv.dark': '今は観戦できる対局がありません。始まりしだいここに映します。',
};
