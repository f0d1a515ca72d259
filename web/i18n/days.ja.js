// Games over days, and what waits for whoever sits here.

export default {
  'inbox.title': 'あなたの番',
  'inbox.count': 'あなたを待つ対局：{count}局',
  'inbox.none': '待っている対局はありません。',
  'inbox.loading': '探しています。',
  'inbox.new': '日指しの対局を作る',
  'inbox.next': '次の対局',
  'inbox.due': '残り{left} · {until}まで',
  'inbox.undue': '期限なし',
  'inbox.playing': '指す番です',
  'inbox.opening': '配置を選ぶ番です',
  'inbox.waiting': '挑戦を受けています',
  'inbox.seeking': 'ページを閉じても構いません。誰かが着席して番が来ると「あなたの番」に出ます。',
  'lobby.days': '一手{count}日',
  'lobby.bank': '持ち{count}日 + 1日',
};
