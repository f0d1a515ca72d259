// Games over days, and what waits for whoever sits here.

export default {
  'inbox.title': '내 차례',
  'inbox.count': '내 차례인 대국 {count}판',
  'inbox.none': '기다리는 대국이 없습니다.',
  'inbox.loading': '찾는 중입니다.',
  'inbox.new': '하루 한 수 새 대국',
  'inbox.next': '다음 대국',
  'inbox.due': '{left} 남음 · {until}까지',
  'inbox.undue': '기한 없음',
  'inbox.playing': '둘 차례입니다',
  'inbox.opening': '차림을 고를 차례입니다',
  'inbox.waiting': '도전을 받았습니다',
  'inbox.seeking': '창을 닫아도 됩니다. 누가 앉고 차례가 오면 ‘내 차례’에 나타납니다.',
  'lobby.days': '한 수에 {count}일',
  'lobby.bank': '{count}일 + 하루씩',
};
