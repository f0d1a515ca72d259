// 관전 화면의 말.

export default {
  'tv.title': '관전',
  'tv.of': '{game} 관전',
  'tv.card': '{game} 관전: {names}',
  'tv.channels': '게임 고르기',
  'tv.open': '대국실로 가기',
  'tv.other': '다른 대국을 보여 드립니다: {names}',
  'tv.dark': '지금은 볼 수 있는 대국이 없습니다. 시작되면 바로 보여 드립니다.',
};
