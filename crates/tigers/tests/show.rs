use game::{Match, Paint, Position as _};
use tigers::{Position, Rules};
#[test]
fn look() {
    let s="FTG1:f GY@12:10{ST.UB.RE},ZF@30:3{PV.RM.CA},ZY@2:4{BT.CR.HT},HZ@32:3{RC.CT.FI},MC@h:0{IM.AM.TR} gy@17:5~UB{ST.UB.RE},zf@28:3!{PV.RM.CA},zy@27:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@31:2{IM.AM.TR} A3 - GY-gy 0-0 1.0 * 10.0/13.0 13am,10WA2,19to1.3";
    let g=Match::<Position>::load(Rules::default(), s).unwrap();
    println!("{}", g.position().show(None, Paint::Plain));
    println!("{}", g.position().show(Some(game::Seat::FIRST), Paint::Plain));
    println!("{}", std::mem::size_of::<Position>());
    println!("{}", std::mem::size_of::<tigers::Action>());
}
